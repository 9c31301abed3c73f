/** The products of a task as they were sent, and the request itself. */
import { FileJson } from 'lucide-react'
import { useState } from 'react'
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../mapping.module.css'
import { ExportButton } from './export-button.tsx'
import { ListHeader, listSkeleton } from './list-parts.tsx'

const parseBody = (body: string): { readonly query: string; readonly variables: string } | undefined => {
  try {
    const { query, variables } = JSON.parse(body) as { query: unknown; variables: unknown }
    return { query: String(query), variables: JSON.stringify(variables, null, 2) }
  } catch {
    return undefined
  }
}

const RequestDialog = ({ taskRef, onClose }: { readonly taskRef: number; readonly onClose: () => void }) => {
  const query = useApiQuery('mapping', 'requestBody', { taskRef })
  return (
    <Dialog onClose={onClose} title="Request" size="l" closeLabel="Close">
      <QueryView query={query} label="The request" skeleton={{ shape: 'lines' }}>
        {({ body }) => {
          const parsed = parseBody(body ?? '')
          return (
            <Stack gap={3}>
              {parsed !== undefined && <CodeBlock label="Document" text={parsed.query} maxHeight={180} />}
              {parsed !== undefined && <CodeBlock label="Variables" text={parsed.variables} maxHeight={320} />}
              <CodeBlock label="Exact body" text={body ?? ''} maxHeight={160} />
            </Stack>
          )
        }}
      </QueryView>
    </Dialog>
  )
}

export const SentList = ({ task: { taskRef, origin } }: { readonly task: TaskPage }) => {
  const query = useApiQuery('mapping', 'productsSent', { taskRef })
  const [isRequestOpen, setIsRequestOpen] = useState(false)
  return (
    <QueryView query={query} label="Sent products" skeleton={listSkeleton}>
      {({ products }) => (
        <>
          <ListHeader text={`${formatCount(products.length, 'product')}, in the order sent`}>
            <ExportButton taskRef={taskRef} list="productsSent" />
            {origin === 'started' && (
              <CommandButton
                command="mapping.showRequest"
                icon={FileJson}
                size="s"
                variant="quiet"
                onPress={() => setIsRequestOpen(true)}
              />
            )}
          </ListHeader>
          <ul className={styles.list}>
            {products.map(({ externalProductId, sku, title, images, aspects }) => (
              <li className={styles.entry} key={externalProductId}>
                <Row align="baseline" gap={3}>
                  <Text as="strong">{title ?? 'Matched by picture'}</Text>
                  <Text mono tone="faint">
                    {externalProductId}
                  </Text>
                  {sku !== undefined && sku !== externalProductId && <Text mono tone="faint">{`SKU ${sku}`}</Text>}
                </Row>
                <Text as="div" size="meta" tone="soft">
                  {[
                    images.length === 0 ? 'No pictures' : formatCount(images.length, 'picture'),
                    ...aspects.map(({ name, values }) => `${name}: ${values.join(', ')}`),
                  ].join(' · ')}
                </Text>
              </li>
            ))}
          </ul>
          {isRequestOpen && <RequestDialog taskRef={taskRef} onClose={() => setIsRequestOpen(false)} />}
        </>
      )}
    </QueryView>
  )
}
