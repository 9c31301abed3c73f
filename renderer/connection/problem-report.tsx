/** Shows a problem report completely before it is saved as a file. Sends nothing. */
import { useEffect } from 'react'
import { useAction, useClient } from '../api/hooks.ts'
import { useSaveFile } from '../api/save-file.ts'
import { CodeBlock } from '../ui/code/code-block.tsx'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { ErrorState, LoadingState } from '../ui/feedback/states.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

const REPORT_HEIGHT = 360

type ProblemReportProps = { readonly isOpen: boolean; readonly onClose: () => void }

export const ProblemReport = ({ isOpen, onClose }: ProblemReportProps) =>
  isOpen ? <OpenReport onClose={onClose} /> : null

const OpenReport = ({ onClose }: Pick<ProblemReportProps, 'onClose'>) => {
  const client = useClient()
  const saveFile = useSaveFile()
  // Not a cached query: each opening needs a new report.
  const load = useAction(() => client.app.problemReport({}))
  const { mutate, data: report } = load
  useEffect(() => mutate(), [mutate])
  const save = useAction(async () => {
    if (report !== undefined && (await saveFile({ name: report.name, content: report.text }))) onClose()
  })

  return (
    <Dialog
      submit={{
        label: 'Save this report',
        disabledReason: report === undefined ? 'The report is still loading.' : undefined,
        isPending: save.isPending,
        onPress: () => save.mutate(),
      }}
      onClose={onClose}
      size="l"
      title="Report a problem"
    >
      <Stack gap={3}>
        <p>
          The report contains versions, checks and the end of the log, without secrets, buyers or addresses. Save it and
          give it to whoever helps you, with a few words about what you did. Stallhand doesn’t send it anywhere.
        </p>
        {report !== undefined && (
          <CodeBlock isWrapped={false} label="Report" maxHeight={REPORT_HEIGHT} text={report.text} />
        )}
        <MutationError of={save} title="Not saved." />
        {load.isError && (
          <ErrorState
            onRetry={() => mutate()}
            what="Couldn’t create the report"
            whatToDo="Try again. The log is in the data folder, under logs."
            why={load.error.message}
          />
        )}
        {report === undefined && !load.isError && <LoadingState label="Creating the report" shape="facts" />}
      </Stack>
    </Dialog>
  )
}
