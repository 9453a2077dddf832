/** Why the server did not take a change, and what to do. `subject`: what was to be changed, one of the group below; `said`: a sentence of the server. */
export const refusals = {
  // `name`: such as order ‘iPhone 12’. A row that the change makes, one that it changes, and a change of unknown rows.
  subject: {
    new: 'this {name}',
    known: 'the {name}',
    change: 'this change',
  },
  // The `label` of a field, in place of which a value may stand.
  field: 'the {label}',
  aValue: 'a value',
  copyIt: 'Copy what was typed and enter it again where it belongs.',
  askAdministrator: 'Ask your administrator for it, then retry.',
  correctIt: 'Edit it, correct that and save.',
  chooseAnother: 'Edit it, choose another one and save.',
  chooseAnotherOf: 'Edit it, choose another {noun} and save.',
  retry: 'Retry.',
  discard: 'Discard this.',
  thenDiscard: 'Then discard this.',
  changedSince: {
    what: '{subject} was not deleted and is back where it was. {said}',
    help: 'Look at it first, or discard this to keep it.',
  },
  deletedToo: {
    what: '{subject} did not come back. {said}',
    help: 'Otherwise discard this.',
  },
  movedCategory: {
    what: 'Categories were moved in the meantime, so this move would put {subject} below itself.',
    help: 'Look at the categories as they are now and move it again, or discard this.',
  },
  sameId: {
    what: 'Something with the same id as {subject} is stored on the server already.',
    help: 'Look whether it is there. If it is, discard this; if not, copy what was typed and enter it again.',
  },
  taken: {
    what: '{label} of {subject} is taken: there is another one with the same.',
    help: 'Copy what was typed and enter it again with another one.',
  },
  inUse: {
    what: '{subject} is still in use, so it was not deleted and is back where it was.',
    help: 'Remove or change what uses it first, then retry.',
  },
  value: 'The server did not accept a value of {subject}. {said}',
  tooLarge: {
    what: 'There is more text in {subject} than can be sent at once.',
    help: 'Copy it and enter it again in smaller pieces.',
    helpEdit: 'Copy it, then edit it: shorten the long texts and save them in several steps.',
  },
  notNow: 'The server could not take {subject} at that moment.',
  wrong: {
    what: 'Something went wrong on the server while it stored {subject}.',
    help: 'Retry. If it is refused again, copy what was typed and tell your administrator.',
  },
  // Two devices may have received the same parcel.
  receipt: {
    what: 'What was received for {subject} was not added to the stock. {said}',
    help: 'Look at the purchase, and count. If the same pieces were received on another device, discard this. If more came than was ordered, put the rest on a purchase of its own.',
  },
  refundedTwice: {
    what: '{subject} was not stored, because the payment was refunded on another device too. {said}',
    help: 'Ask who gave the money back. If it left the till twice, add it as a cost of the order, then discard this.',
  },
  notDone: {
    create: '{subject} was not stored. {said}',
    update: '{subject} was not changed. {said}',
    delete: '{subject} was not deleted. {said}',
    restore: '{subject} was not brought back. {said}',
  },
  lookNow: 'Look at it as it is now. Copy what was typed if it is still needed, then discard this.',
  // Of people who work in the shop: the reader (own), or another one (other).
  notMember: {
    own: 'You no longer belong to this shop, so nothing of yours was taken there any more.',
    help: 'Copy what was typed for somebody who works there, or ask your administrator to add you again, then retry.',
    other: '{author} did not belong to this shop when this arrived.',
    ownThen: 'You did not belong to this shop when this arrived.',
  },
  administrators: {
    what: '{subject} is changed by administrators only.',
    help: 'Ask your administrator to change it, then discard this.',
  },
  inThisWay: '{subject} cannot be changed in this way.',
  // `privilege`: its stored name, such as delete_order.
  lacks: {
    own: 'You do not have the privilege {privilege}',
    other: '{author} did not have the privilege {privilege} or did not belong to this shop',
    // `lacks`: one of the two above.
    delete: '{lacks}, so {subject} was not deleted and is back where it was.',
    restore: '{lacks}, which bringing back {subject} needs.',
    save: '{lacks}, which {subject} needs.',
  },
  merged: {
    what: "{subject} was merged into ''{name}'' in the meantime.",
    help: "Apply this to ''{name}'', who has the orders and devices now, or discard it.",
  },
  deleted: '{subject} was deleted in the meantime.',
  fieldDeleted: '{label} of {subject} was deleted in the meantime.',
  notInShop: '{subject} refers to something that is not in this shop.',
  // `name`: such as order ‘iPhone 12’: what the change needs.
  needed: {
    deleted: 'The {name} was deleted in the meantime, so {subject} could not be stored.',
    itselfRefused: 'The {name} was refused too, and this changes it.',
    refused: 'The {name} was refused too, and {subject} belongs to it.',
    help: 'Correct that one first, then retry this.',
    hereNow: 'When {subject} arrived, the server did not know the {name}. It is here now.',
    itself: 'The server does not have {subject}.',
    unknown: 'The server does not know the {name} that {subject} names.',
  },
  // After something was deleted. `noun`: what it was, such as order.
  afterDelete: {
    chooseOrBack: 'Edit it, choose another {noun} and save, or bring the {noun} back from “Recently deleted” and retry. Otherwise copy what was typed.',
    choose: 'Edit it, choose another {noun} and save. Otherwise copy what was typed.',
    back: 'Bring the {noun} back from “Recently deleted” and retry. Otherwise copy what was typed.',
  },
  row: 'row',
}
