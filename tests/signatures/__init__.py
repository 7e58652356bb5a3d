"""What the engine, the searches, the agents, the codecs and the encodings do, each as one hash."""
