/** What the app shows of each feature before the feature itself is loaded: entries of menus, keys. */
export const menu = {
  today: 'Today',
}
