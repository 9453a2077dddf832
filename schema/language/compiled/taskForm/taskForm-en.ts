// Made by `npm run texts` from schema/texts.
import type { TaskFormTexts } from './taskForm-type.ts'
export const texts = { descriptionNeeded: () => "Please fill in the task description", descriptionRequired: () => "Description is required" } as TaskFormTexts
