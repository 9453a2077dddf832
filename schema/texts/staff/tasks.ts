/** Tasks of orders and tasks of the shop itself. */
export const tasks = {
  title: 'Tasks',
  // After a number: 12 tasks.
  count: 'tasks',
  assignTo: "Assign ''{task}'' to",
  assignFailed: 'Failed to update task assignment',
  pleaseTryAgain: 'Please try again.',
  orderTasks: 'Order Tasks',
  orderTasksList: 'Order tasks',
  // After a number: 3 open tasks.
  openCount: 'open tasks',
  none: 'No tasks yet',
  editThis: 'Edit this task',
  saveLine: 'Add the task',
  addLine: 'Add a task',
  newTask: 'New task',
  newTaskHint: 'Describe the task',
  // A button of two words; where there are no tasks yet, an icon stands for the first.
  add: 'Add',
  addWhat: 'Task',
  completed: 'Task is completed',
  openAgain: 'Task is open again',
  noDueDate: 'No due date',
  // Of a checkbox for a screen reader.
  completedTask: 'Completed: {task}',
  // A task of the shop itself, which belongs to no order.
  shopTask: 'Shop Task',
  addShopTask: 'Add Shop Task',
  editShopTask: 'Edit Shop Task',
  addOrderTask: 'Add Order Task',
  editOrderTask: 'Edit Order Task',
  toast: {
    task: {
      added: 'Task added successfully',
      addFailed: 'Failed to add task',
      updated: 'Task updated successfully',
      updateFailed: 'Failed to update task',
      deleted: 'Task deleted successfully',
      deleteFailed: 'Failed to delete task',
    },
    'shop task': {
      added: 'Shop task added successfully',
      addFailed: 'Failed to add shop task',
      updated: 'Shop task updated successfully',
      updateFailed: 'Failed to update shop task',
      deleted: 'Shop task deleted successfully',
      deleteFailed: 'Failed to delete shop task',
      // The device that is repaired: a heading of a column.
    },
  },
  item: 'Item',
  task: 'Task',
  // A heading of a column: who is to do it.
  assign: 'Assign To',
  dueBy: 'Due By',
  // A task's value in a notice: Assigned to is now nobody.
  nobody: 'nobody',
  noDate: 'none',
  on: 'on',
  off: 'off',
  notFound: 'Task not found',
  create: 'Create Task',
  update: 'Update Task',
  deleteQuestion: 'Delete this task?',
  openOrder: 'Open the order',
  loading: 'Loading tasks...',
  noneMatch: 'No tasks match your search criteria.',
  noneFound: 'No tasks found for this shop.',
  noneText: 'Things to do for a repair or for the shop, with a person and a due time.',
  clearFilters: 'Clear Filters',
  addFirst: 'Add the first task',
  // Of a button that sorts by the day a task is due.
  earliestFirst: 'Due By, earliest first: sort the other way',
  latestFirst: 'Due By, latest first: sort the other way',
  searchLabel: 'Search tasks by customer, item, description or assignee',
  searchHint: 'Customer, item, task or assignee',
  due: 'Due',
  whatsApp: 'WhatsApp',
  // Stands alone, after a colon or in a sentence: what was deleted meanwhile.
  noun: 'task',
}
