/** A report of a problem: shown whole before it is kept as a file. Nothing is sent anywhere. */
import { useCallback, useEffect, useState } from 'react'
import type { appContract } from '../../shared/app/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { useClient } from '../api/hooks.ts'
import { useSaveFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './settings.module.css'

const REPORT_HEIGHT = 360

export type ProblemReportProps = { readonly isOpen: boolean; readonly onClose: () => void }

type Report = OutputOf<typeof appContract.problemReport>

/** Read anew at each opening, and never from the cache: the report is of now. */
const useReport = () => {
  const client = useClient()
  const [found, setFound] = useState<{ readonly report?: Report; readonly problem?: string }>({})
  const read = useCallback(() => {
    client.app.problemReport({}).then(
      (report) => setFound({ report }),
      (error: unknown) => setFound({ problem: error instanceof Error ? error.message : String(error) }),
    )
  }, [client])
  useEffect(read, [read])
  return { ...found, again: read }
}

export const ProblemReport = ({ isOpen, onClose }: ProblemReportProps) =>
  isOpen ? <OpenReport onClose={onClose} /> : null

function OpenReport({ onClose }: Pick<ProblemReportProps, 'onClose'>) {
  const { report, problem, again } = useReport()
  const saveFile = useSaveFile()
  const [isSaving, setSaving] = useState(false)

  const save = async (): Promise<void> => {
    if (report === undefined) return
    setSaving(true)
    try {
      const saved = await saveFile({ name: report.name, content: report.text })
      if (saved.kind === 'cancelled') return
      const text = saved.kind === 'saved' ? `Saved as ${saved.name}` : `${report.name} is in your downloads`
      toast({ text, tone: 'good' })
      onClose()
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), tone: 'danger' })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      footer={
        <Button
          disabledReason="The report is not there yet."
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
      <div className={styles.report}>
        <p className={styles.line}>
          This is all that the report holds: versions, checks and the last of the log, without secrets, buyers or
          addresses. Save it and hand it to whoever helps you, with a few words about what you did. Stallhand sends it
          nowhere.
        </p>
        {report !== undefined ? (
          <CodeBlock isWrapped={false} label="Report" maxHeight={REPORT_HEIGHT} text={report.text} />
        ) : problem !== undefined ? (
          <ErrorState
            onRetry={again}
            what="The report cannot be put together"
            whatToDo="Try again. The log itself lies in the data folder, under logs."
            why={problem}
          />
        ) : (
          <LoadingState label="The report" shape="facts" />
        )}
      </div>
    </Dialog>
  )
}
