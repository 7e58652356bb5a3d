"""Networks, their version table, and their ONNX files. Needs PyTorch (the extra ``train``); playing does
not."""
