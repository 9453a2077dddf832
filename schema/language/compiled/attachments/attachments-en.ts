// Made by `npm run texts` from schema/texts.
import type { AttachmentsTexts } from './attachments-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  trouble: {
    none: () => "No camera was found. Connect one and try again, or choose files.",
    denied: () => "This page may not use the camera. Allow it in the settings of the browser, or choose files.",
    failed: () => "The camera could not be started. Another program may be using it. Close that and try again, or choose files."
  },
  pictureFailed: () => "The picture could not be taken. Try again.",
  takePhoto: () => "Take photo",
  done: () => "Done",
  photosTaken: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " photo taken", other: number("en", d.count, 0) + " photos taken" }),
  chooseFiles: () => "Choose files",
  cameraPicture: () => "What the camera sees",
  photoNotKept: () => "This photo was not kept.",
  theCustomer: () => "the customer",
  signature: () => "Signature",
  notSigned: () => "Not signed.",
  signedBy: (d) => "Signed by " + d.name + ".",
  takeSignature: () => "Take signature",
  sign: () => "Sign",
  signAgain: () => "Sign again",
  removeSignature: () => "Remove signature",
  notAdded: (d) => d.full + " Not added: " + d.names,
  aPhoto: () => "a photo",
  thePhoto: () => "The photo",
  photos: () => "Photos",
  filesCount: () => "photos and documents",
  noPhotos: () => "No photos yet. Take one, or drop files here.",
  signatures: () => "Signatures",
  place: {
    "drop-off": () => "Drop-off",
    "pick-up": () => "Pick-up"
  },
  at: {
    "drop-off": () => "at drop-off",
    "pick-up": () => "at pick-up"
  },
  signAt: {
    "drop-off": () => "Sign at drop-off",
    "pick-up": () => "Sign at pick-up"
  },
  signAgainAt: {
    "drop-off": () => "Sign again at drop-off",
    "pick-up": () => "Sign again at pick-up"
  },
  signed: () => "Signed",
  take: () => "Take",
  takeWhat: () => "photo",
  choose: () => "Choose",
  chooseWhat: () => "files",
  preparing: () => "Preparing…",
  preparingOf: (d) => "Preparing " + d.number + " of " + d.total + "…",
  photosAndDocuments: () => "Photos and documents",
  cameraPhoto: () => "Photo from the camera",
  where: {
    draft: () => "not saved yet",
    here: () => "only on this device yet",
    told: () => "the server did not take it"
  },
  forTheCustomer: () => "for the customer",
  contentMissing: () => "its content is missing",
  open: (d) => "Open " + d.name,
  nowhere: () => "Not here, not on the server",
  notHere: () => "Not on this device",
  placeOf: (d) => d.number + " of " + d.total,
  previous: () => "Previous",
  next: () => "Next",
  zoomOut: () => "Zoom out",
  zoomIn: () => "Zoom in",
  lost: () => "The content of this file is neither on this device nor on the server. It was lost before it could be sent.",
  away: () => "The content of this file is not on this device. It comes as soon as there is a connection.",
  pictureOf: (d) => "Picture: " + d.name,
  saveFile: (d) => "Save " + d.name,
  caption: () => "Caption",
  forCustomer: () => "For customer",
  pdfHint: () => "A PDF keeps what its program wrote into it, such as its author’s name: a customer who gets it can read that.",
  nameNeeded: () => "Type the name of who signs.",
  signatureNeeded: () => "Sign in the field, or press “Sign with the name”.",
  signatureNotStored: () => "The signature could not be stored on this device. Try again.",
  terms: () => "Terms",
  padEmpty: () => "Signature, empty",
  padSigned: () => "Signature, signed",
  clear: () => "Clear",
  signWithName: () => "Sign with the name",
  signatureOf: (d) => "Signature of " + d.name,
  signatureMissing: () => "Signed, but its picture is neither on this device nor on the server.",
  signatureAway: () => "Signed. Its picture comes as soon as there is a connection.",
  cannotStore: () => "This device cannot store files now. Reload the page, then try again.",
  updateFailed: () => "Failed to update photo",
  photo: {
    deleted: () => "Photo deleted",
    deleteFailed: () => "Failed to delete photo",
    restoreFailed: () => "Failed to restore photo"
  },
  document: {
    deleted: () => "Document deleted",
    deleteFailed: () => "Failed to delete document",
    restoreFailed: () => "Failed to restore document"
  },
  heic: () => "This browser cannot read HEIC photos. On an iPhone choose Settings, Camera, Formats, “Most Compatible”, or send the photo as JPEG.",
  unreadable: () => "This file cannot be read here. Choose a JPEG, PNG or WebP picture, or a PDF.",
  largeDocument: () => "A PDF can have up to 3 MB. Make it smaller, or take photos of its pages."
} as AttachmentsTexts
