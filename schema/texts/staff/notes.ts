/** What staff write down about an order; only for the shop. */
export const notes = {
  title: 'Notes',
  // After a number: 3 notes.
  count: 'notes',
  notFound: 'Note not found',
  added: 'Note added',
  addFailed: 'Failed to add note',
  add: 'Add Note',
  updated: 'Note updated',
  updateFailed: 'Failed to update note',
  edit: 'Edit Note',
  update: 'Update Note',
  deleted: 'Note deleted',
  deleteFailed: 'Failed to delete note',
  // `time`: when the note was written.
  editOf: 'Edit note of {time}',
  deleteOf: 'Delete note of {time}',
  // Who wrote a note, where the person is no longer there.
  formerColleague: 'Former colleague',
  saveLine: 'Add the note',
  addLine: 'Add a note',
  newNote: 'New note',
  newNoteHint: 'For the team; customers never see it',
  // Stands alone, after a colon or in a sentence: what was deleted meanwhile.
  noun: 'note',
}
