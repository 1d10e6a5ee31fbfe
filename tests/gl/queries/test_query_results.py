"""ARB_query_buffer_object: results of queries in buffer objects."""

from __future__ import annotations

import numpy as np

from softgl.gl import *
from softgl.gl.api.declarations import COMMANDS


def test_results_go_into_a_buffer_object(context):
    query, buffer = glCreateQueries(GL_SAMPLES_PASSED, 1), glCreateBuffers(1)
    glNamedBufferData(buffer, 32, b"\xff" * 32, GL_DYNAMIC_COPY)
    glBeginQuery(GL_SAMPLES_PASSED, query)
    glRectf(-1, -1, 1, 0)
    glEndQuery(GL_SAMPLES_PASSED)
    glBindBuffer(GL_QUERY_BUFFER, buffer)
    assert glGetIntegerv(GL_QUERY_BUFFER_BINDING) == buffer
    for number, kind in enumerate(("iv", "uiv", "i64v", "ui64v")):
        suffix = "EXT" if "64" in kind else ""
        COMMANDS[f"glGetQueryObject{kind}{suffix}"](query, GL_QUERY_RESULT, 8 * number)
    words = np.full(8, -1, np.int32)
    words[[0, 2, 4, 6]], words[[5, 7]] = 32, 0
    assert glGetNamedBufferSubData(buffer, 0, 32, None).view(np.int32).tolist() == words.tolist()
    glBindBuffer(GL_QUERY_BUFFER, 0)
    for number, pname in enumerate((GL_QUERY_RESULT_AVAILABLE, GL_QUERY_TARGET)):
        glGetQueryBufferObjectuiv(query, buffer, pname, 4 * number)
    glGetQueryBufferObjecti64v(query, buffer, GL_QUERY_RESULT_NO_WAIT, 24)
    found = glGetNamedBufferSubData(buffer, 0, 32, None).view(np.int32)
    assert found[:2].tolist() == [1, GL_SAMPLES_PASSED]
    assert found[6:].tolist() == [32, 0]
    assert glGetQueryObjectiv(query, GL_QUERY_RESULT_NO_WAIT) == 32


def test_a_query_of_time_is_created(context):
    query = glCreateQueries(GL_TIMESTAMP, 1)
    assert glGetQueryObjectiv(query, GL_QUERY_TARGET) == GL_TIMESTAMP
    glQueryCounter(query, GL_TIMESTAMP)
    assert glGetQueryObjectui64v(query, GL_QUERY_RESULT) > 0
