/** Saves a list as CSV. */
import { Download } from 'lucide-react'
import type { ExportedList } from '../../../shared/mapping/contract.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'

export const ExportButton = ({ taskRef, list }: { readonly taskRef: number; readonly list: ExportedList }) => {
  const client = useClient()
  const saveFile = useSaveFile()
  const save = useAction(async () => {
    const { fileName, text } = await client.mapping.exportList({ taskRef, list })
    await saveFile({ name: fileName, content: text })
  })
  return (
    <CommandButton
      command="mapping.export"
      icon={Download}
      onPress={() => save.mutate(undefined, { onError: toastFailure })}
      size="s"
      variant="quiet"
    />
  )
}
