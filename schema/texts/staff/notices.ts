/** What others did to what the reader had changed. `field`: of a row; `at`: a time of day, with the day where it is another one. */
export const notices = {
  somebody: 'Somebody',
  // In place of a name: the reader, on another device.
  you: 'You',
  // Stands around a value, or in its place where there is none.
  quoted: "''{value}''",
  nothing: 'nothing',
  replaced: '{who} set {field} to {other} ({otherAt}) in place of your {own} ({ownAt}).',
  overtook: '{who} had set {field} to {other} ({otherAt}). Your {own} took its place.',
  yielded: '{who} had set {field} to {other} at {otherAt}. It stays, because your {own} was set earlier ({ownAt}).',
  stood: '{who} had set {field} to {other} at {otherAt}, which arrived late. Your {own} ({ownAt}) stays.',
  // `work`: what the reader had done.
  deletedAnyway: '{who} deleted this. What you had done meanwhile went with it: {work}. You find it under Recently deleted.',
  readdressed: 'The status is told to {name} at {to}, not at {from}: the customer of the order, or their address, changed after you set it.',
  // `fields`: names of fields of a customer.
  mergedEdit: "{who} had changed {fields} before they saw that you merged this into ''{name}''. It was refused; they are asked to apply it to ''{name}''.",
  // The same customer was added twice.
  twin: {
    own: "Looks like ''{name}'', added by you on another device. Both are kept.",
    other: "Looks like ''{name}'', added by {who}. Both are kept.",
    unknown: "Looks like ''{name}'', added by somebody. Both are kept.",
  },
  unknown: 'This was changed. Update the app to read how.',
}
