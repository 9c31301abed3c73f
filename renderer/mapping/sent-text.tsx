/** What went over the wire, to the byte; laid out for reading. */
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './start-page.module.css'

const read = (body: string): { readonly query: string; readonly variables: string } | undefined => {
  try {
    const { query, variables } = JSON.parse(body) as { query: unknown; variables: unknown }
    return { query: String(query), variables: JSON.stringify(variables, null, 2) }
  } catch {
    return undefined
  }
}

export const SentText = ({
  isOpen,
  onClose,
  body,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly body: string
}) => {
  const parts = read(body)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="As it was sent"
      size="l"
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className={styles.texts}>
        {parts !== undefined && <CodeBlock label="Document" text={parts.query} maxHeight={180} />}
        {parts !== undefined && <CodeBlock label="Variables" text={parts.variables} maxHeight={320} />}
        <CodeBlock label="The body, to the byte" text={body} maxHeight={160} />
      </div>
    </Dialog>
  )
}
