/** Watching a task that was started elsewhere. */
import { useState } from 'react'
import { useApiMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'

export const AddTaskId = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  // Kept while the dialog is closed: what was pasted is not lost by a slip on Escape.
  const [taskId, setTaskId] = useState('')
  const add = useApiMutation('mapping', 'addTaskId')
  const issue = add.error?.detail.kind === 'validation' ? add.error.detail.issues[0]?.message : add.error?.message

  const submit = (): void => {
    if (add.isPending) return
    add.mutate(
      { taskId },
      {
        onSuccess: ({ taskRef, known }) => {
          if (known) toast({ text: 'This task is in the list already.' })
          setTaskId('')
          onClose()
          navigate({ screen: 'mapping', path: [String(taskRef)] })
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a task id"
      size="s"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button isPending={add.isPending} onPress={submit} variant="primary">
            Watch this task
          </Button>
        </>
      }
    >
      <TextField
        label="Task id"
        description="An id that the platform gave elsewhere. It stays valid after the program that started it has gone."
        value={taskId}
        onChange={(text) => {
          setTaskId(text)
          add.reset()
        }}
        onSubmit={submit}
        isMono
        autoFocus
        error={issue}
      />
    </Dialog>
  )
}
