/** Fields of a list of what is tested on a device. */
export const testForm = {
  itemsMissing: 'Write what is tested, one a line',
  kind: 'Kind of Device',
  // A status: an order gets it only with the tests before the repair.
  before: 'Tests Before Are Asked For By',
  after: 'Tests After Are Asked For By',
}
