/** Importing tables of other systems, and exporting all of a shop. */
export const tables = {
  title: 'Import and Export',
  busy: 'Something is under way. Cancel it before you close this.',
  // Why something failed. `what`: what did not happen.
  trouble: '{what}: {reason}',
  pleaseTryAgain: 'please try again.',
  cancelled: 'Cancelled.',
  // Choosing the file.
  import: 'Import',
  importText:
    'A CSV file of another system: customers, orders or products. Nothing is stored before you press Import, and the same file again changes nothing.',
  kind: 'Contents of the file',
  kinds: {
    customers: 'Customers',
    orders: 'Orders',
    products: 'Products',
  },
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  // Beside the button "Choose a file".
  dropIt: 'or drop it here',
  fileToImport: 'File to import',
  tooLarge: 'The file is too large for the browser. Import it at the server: npm run import.',
  unreadable: 'The file could not be read. Choose it again.',
  emptyFile: 'The file is empty.',
  isSpreadsheet: 'This is a spreadsheet or a zip. Save the sheet as CSV, and choose that file.',
  noHeader: 'The file has no header line.',
  // How the file is read.
  encoding: 'Encoding',
  delimiter: 'Between the cells',
  readingFile: 'Reading the file...',
  readingLines: 'Reading the lines…',
  dates: 'Dates',
  dayFirst: 'Day first (31/12/2026)',
  monthFirst: 'Month first (12/31/2026)',
  amounts: 'Amounts',
  columns: 'Columns',
  linesOf: '{count, plural, one {# line.} other {# lines.}}',
  firstShown: 'The first {count} are shown.',
  leftOutText: 'Columns that are left out are not imported.',
  preview: 'Preview',
  // A column without a header.
  column: 'Column {number}',
  whatIs: 'What {column} is',
  whatColumnIs: 'What column {number} is',
  leftOut: 'Left out',
  lineIs: 'Line {line}: {text}',
  // Notes of the customer, order or product.
  staysInNotes: 'Stays in the notes',
  staysText: 'These cells could not be read. Their lines are imported without them, and nothing is lost.',
  // `kind`: what is wrong with the cells.
  keptOnce: '{kind}: line {line}',
  keptTimes: '{kind}: {count} times, first in line {line}',
  statuses: 'Statuses',
  statusesText: 'A status that is not known begins in Diagnosis and stays in the notes.',
  notKnown: 'Not known',
  comesInAs: 'What {text} comes in as',
  yes: 'Yes',
  no: 'No',
  // Running it.
  tryOut: 'Try it out',
  importWithout: 'Import without them',
  notTried: 'It was not tried',
  stopped: 'The import stopped',
  noContacts:
    'No phone number and no e-mail is taken from this file. Choose their columns above, or import it without them: customers are then told apart by name only, and nobody gets a message.',
  trying: 'Trying it out…',
  linesImported: 'Lines imported',
  linesDone: '{done} of {total} lines',
  // Of a trial: three numbers in a sentence.
  tried:
    'Nothing is stored yet. {created} would be new, {existing, plural, one {# already exists} other {# already exist}}, {refused, plural, one {# line} other {# lines}} would be refused.',
  imported:
    '{created} imported, {existing, plural, one {# was there already} other {# were there already}}, {refused, plural, one {# line} other {# lines}} refused.',
  created: {
    customers: '{count, plural, one {# customer} other {# customers}}',
    orders: '{count, plural, one {# order} other {# orders}}',
    products: '{count, plural, one {# product} other {# products}}',
  },
  done: 'Done. {numbers}',
  notTriedLines:
    '{count, plural, one {# line was not tried: import the same file again, and it goes on from there.} other {# lines were not tried: import the same file again, and it goes on from there.}}',
  // In a file, in front of the file's own columns, whatever the language: stays as it is.
  csvHeader: 'Line, Reason',
  saveRefused: 'Save the refused lines',
  cellsStay: '{count, plural, one {# cell stays in the notes.} other {# cells stay in the notes.}}',
  saveList: 'Save the list',
  andMore: 'and {count} more',
  // Everything of the shop in one file.
  export: 'Export everything',
  exportText:
    'One zip with every row as CSV and JSON, and all photos and documents. Passcodes of devices and access codes are not in it, and activities only if you may see them. Another Mainspring takes it back row for row.',
  exported: '{file} is saved, {size}. It holds personal data: keep it where only you can read it.',
  exportCancelled: 'Cancelled. Nothing was saved.',
  exportFailed: 'The export was not made',
  cancelExport: 'Cancel export',
  soFar: '{size} so far…',
  // How the cells of a column are read.
  reading: {
    'day-first': 'Day first',
    'month-first': 'Month first',
  },
  // What stands between the cells of a file.
  delimiters: {
    ',': 'Comma',
    ';': 'Semicolon',
    '	': 'Tab',
    '|': 'Bar',
  },
  westernEuropean: 'Windows-1252 (Western European)',
}
