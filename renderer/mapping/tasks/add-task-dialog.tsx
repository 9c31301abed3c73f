/** Adds a task started elsewhere by its id. */
import { useState } from 'react'
import { useApiMutation } from '../../api/hooks.ts'
import { navigate } from '../../location.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

export const AddTaskDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  // Kept while the dialog is closed, so an accidental Escape loses nothing.
  const [taskId, setTaskId] = useState('')
  const add = useApiMutation('mapping', 'addTaskId')
  const problem = add.error?.detail.kind === 'validation' ? add.error.detail.issues[0]?.message : add.error?.message

  const submit = (): void => {
    if (add.isPending) return
    const onSuccess = ({ taskRef, known }: { readonly taskRef: number; readonly known: boolean }): void => {
      if (known) toast({ text: 'This task is already in the list.' })
      setTaskId('')
      onClose()
      navigate({ screen: 'mapping', path: [String(taskRef)] })
    }
    add.mutate({ taskId }, { onSuccess })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a task by its ID"
      size="s"
      submit={{ label: 'Watch task', isPending: add.isPending, onPress: submit }}
    >
      <TextField
        label="ID"
        description="The ID of a task that was started in another program."
        value={taskId}
        onChange={(text) => {
          setTaskId(text)
          add.reset()
        }}
        onSubmit={submit}
        isMono
        error={problem}
      />
    </Dialog>
  )
}
