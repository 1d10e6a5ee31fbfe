"""The stages of vertices: fetch, the vertex program, the viewport, transform feedback.

In: a `VertexStream` and a `VertexKey`. Out: `Vertices`, results in rows; then `WindowVertices`.
"""
