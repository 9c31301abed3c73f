/** Saves captures as a file. */
import { useAction, useClient } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { toast } from '../../ui/toast.tsx'

/** Reports how many captures were saved and how many didn't fit. */
export const useExportCaptures = () => {
  const client = useClient()
  const save = useSaveFile()
  return useAction(async (request: Parameters<typeof client.notifications.exportCaptures>[0]): Promise<void> => {
    const { name, content, captures, leftOut } = await client.notifications.exportCaptures(request)
    const saved = await save({ name, content })
    if (saved.kind === 'cancelled') return
    const left = leftOut === 0 ? '' : `; ${formatNumber(leftOut)} older ones did not fit`
    toast({ text: `${formatCount(captures, 'capture')} exported${left}`, tone: leftOut === 0 ? 'good' : 'caution' })
  })
}
