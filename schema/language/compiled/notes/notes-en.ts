// Made by `npm run texts` from schema/texts.
import type { NotesTexts } from './notes-type.ts'


export const texts = {
  title: () => "Notes",
  count: () => "notes",
  notFound: () => "Note not found",
  added: () => "Note added",
  addFailed: () => "Failed to add note",
  add: () => "Add Note",
  updated: () => "Note updated",
  updateFailed: () => "Failed to update note",
  edit: () => "Edit Note",
  update: () => "Update Note",
  deleted: () => "Note deleted",
  deleteFailed: () => "Failed to delete note",
  editOf: (d) => "Edit note of " + d.time,
  deleteOf: (d) => "Delete note of " + d.time,
  formerColleague: () => "Former colleague",
  saveLine: () => "Add the note",
  addLine: () => "Add a note",
  newNote: () => "New note",
  newNoteHint: () => "For the team; customers never see it",
  noun: () => "note"
} as NotesTexts
