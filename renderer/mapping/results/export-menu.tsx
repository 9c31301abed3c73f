/** Saves a list as CSV or JSON. */
import { Download } from 'lucide-react'
import type { ExportedList } from '../../../shared/mapping/contract.ts'
import { useClient } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'

export const ExportMenu = ({ taskRef, list }: { readonly taskRef: number; readonly list: ExportedList }) => {
  const client = useClient()
  const saveFile = useSaveFile()
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    try {
      const { fileName, text } = await client.mapping.exportList({ taskRef, list, format })
      const saved = await saveFile({ name: fileName, content: text })
      if (saved.kind === 'cancelled') return
      toast({ tone: 'good', text: saved.kind === 'saved' ? `Saved as ${saved.name}` : `Downloaded ${fileName}` })
    } catch (error) {
      toastFailure(error)
    }
  }
  const formats = [
    { id: 'csv', label: 'CSV for a spreadsheet', onPress: () => void save('csv') },
    { id: 'json', label: 'JSON for a program', onPress: () => void save('json') },
  ]
  useCommandChoices('mapping.export', () =>
    formats.map(({ id, label, onPress }) => ({ id, label: `Export ${label}`, run: onPress })),
  )
  return (
    <Menu
      label="Export this list"
      trigger={
        <Button icon={Download} size="s" variant="quiet">
          Export
        </Button>
      }
      actions={formats}
    />
  )
}
