/** Reads a task's stored state. */
import { taskStateSchema } from '../../../shared/mapping/task.ts'

/** A damaged state counts as a task that is not watched: the seller can watch it again. */
export const storedTaskState = taskStateSchema.catch('notWatching')
