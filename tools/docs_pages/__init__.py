"""The pages that tools/generate_docs.py writes."""
