/** With its first letter as a capital: 'order of Ann' → 'Order of Ann'. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
