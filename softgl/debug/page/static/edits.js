// The edited texts of programs, and the pictures of the frame with them.

export const edits = {
  texts: new Map(), // key of a program's text -> the edited text
  alone: false, // only for the event where it was edited, not for every draw with the program
  event: 0, // where it was compiled last
  number: null, // of the compiled edit; null for the frame as it is
  compare: "edited", // or "difference", "original"
};

const followers = [];

/** Calls `follow()` when the picture has changed by an edit. */
export function whenEdited(follow) {
  followers.push(follow);
}

export function edited(changes) {
  Object.assign(edits, changes);
  followers.forEach(follow => follow());
}

/** The request for a picture, [name, parameters]: of the edited frame, if there is one. */
export function pictureOf(event, show, channels) {
  const ofOther = show === "other" || show === "difference";
  if (edits.number === null || edits.compare === "original" || ofOther) {
    return ["picture", { event, show, channels }];
  }
  const differs = edits.compare === "difference" ? 1 : 0;
  return ["edited", { event, number: edits.number, show: show === "changed" ? "target" : show, differs, channels }];
}
