"""From the strings of a shader to tokens: versions, extensions, preprocessor, messages."""
