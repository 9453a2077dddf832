/** What is printed for orders, and on which paper. */
export const paperNames = {
  kind: {
    // For the customer who leaves a device.
    'drop-off': 'Drop-off receipt',
    'pick-up': 'Pick-up receipt',
    // For the bench.
    'job-sheet': 'Job sheet',
    // Sticks on the device.
    'device-label': 'Device label',
  },
  // The American size of paper.
  letter: 'Letter',
  // Paper of a receipt printer; `width`: 80 mm.
  roll: '{width} mm roll',
  // A sticker of this size.
  label: 'Label {width} × {height} mm',
}
