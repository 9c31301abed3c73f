/** What went over the wire, to the byte; laid out for reading. */
import { useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ListFace } from './problem-lists.tsx'
import styles from './start-page.module.css'

const read = (body: string): { readonly query: string; readonly variables: string } | undefined => {
  try {
    const { query, variables } = JSON.parse(body) as { query: unknown; variables: unknown }
    return { query: String(query), variables: JSON.stringify(variables, null, 2) }
  } catch {
    return undefined
  }
}

export const SentText = ({ taskRef, onClose }: { readonly taskRef: number; readonly onClose: () => void }) => {
  const { data, error, refetch } = useApiQuery('mapping', 'requestBody', { taskRef })
  const body = data?.body ?? ''
  const parts = read(body)
  return (
    <Dialog isOpen onClose={onClose} title="As it was sent" size="l" footer={<Button onPress={onClose}>Close</Button>}>
      {data === undefined ? (
        <ListFace error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles.texts}>
          {parts !== undefined && <CodeBlock label="Document" text={parts.query} maxHeight={180} />}
          {parts !== undefined && <CodeBlock label="Variables" text={parts.variables} maxHeight={320} />}
          <CodeBlock label="The body, to the byte" text={body} maxHeight={160} />
        </div>
      )}
    </Dialog>
  )
}
