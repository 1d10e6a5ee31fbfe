"""Tables of numbers at an event: the contents of buffer objects, arrays and their vertices.

In: a context that is stopped at an event, or the draws of the event. Out: JSON-able rows, and
their text for a terminal or a spreadsheet.
"""
