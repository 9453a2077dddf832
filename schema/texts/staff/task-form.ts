/** Messages of the tasks' forms. */
export const taskForm = {
  descriptionNeeded: 'Please fill in the task description',
  descriptionRequired: 'Description is required',
}
