"""What the drawings of all games are made of: SVG elements as text, and a screen of coloured characters."""
