/** A problem report, shown completely before it is saved as a file. Nothing is sent. */
import { useCallback, useEffect, useState } from 'react'
import type { appContract } from '../../shared/app/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { useClient } from '../api/hooks.ts'
import { useSaveFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Stack } from '../ui/layout.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { toast, toastFailure } from '../ui/toast.tsx'

const REPORT_HEIGHT = 360

export type ProblemReportProps = { readonly isOpen: boolean; readonly onClose: () => void }

type Loaded = { readonly report?: OutputOf<typeof appContract.problemReport>; readonly problem?: string }

export const ProblemReport = ({ isOpen, onClose }: ProblemReportProps) =>
  isOpen ? <OpenReport onClose={onClose} /> : null

function OpenReport({ onClose }: Pick<ProblemReportProps, 'onClose'>) {
  const client = useClient()
  const saveFile = useSaveFile()
  // Not a cached query: each opening needs a new report.
  const [{ report, problem }, setLoaded] = useState<Loaded>({})
  const [isSaving, setSaving] = useState(false)
  const load = useCallback(() => {
    client.app.problemReport({}).then(
      (loaded) => setLoaded({ report: loaded }),
      (error: unknown) => setLoaded({ problem: errorMessage(error) }),
    )
  }, [client])
  useEffect(load, [load])

  const save = async (): Promise<void> => {
    if (report === undefined) return
    setSaving(true)
    try {
      const saved = await saveFile({ name: report.name, content: report.text })
      if (saved.kind === 'cancelled') return
      toast({ text: saved.kind === 'saved' ? `Saved as ${saved.name}` : `Downloaded ${report.name}`, tone: 'good' })
      onClose()
    } catch (error) {
      toastFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      footer={
        <Button
          disabledReason="The report is still loading."
          isDisabled={report === undefined}
          isPending={isSaving}
          onPress={() => void save()}
          variant="primary"
        >
          Save this report
        </Button>
      }
      isOpen
      onClose={onClose}
      size="l"
      title="Report a problem"
    >
      <Stack gap={3}>
        <p>
          The report contains versions, checks and the end of the log, without secrets, buyers or addresses. Save it and
          give it to whoever helps you, with a few words about what you did. Stallhand does not send it anywhere.
        </p>
        {report !== undefined && (
          <CodeBlock isWrapped={false} label="Report" maxHeight={REPORT_HEIGHT} text={report.text} />
        )}
        {problem !== undefined && (
          <ErrorState
            onRetry={load}
            what="Could not create the report"
            whatToDo="Try again. The log is in the data folder, under logs."
            why={problem}
          />
        )}
        {report === undefined && problem === undefined && <LoadingState label="Creating the report" shape="facts" />}
      </Stack>
    </Dialog>
  )
}
