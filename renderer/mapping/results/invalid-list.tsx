/** Products with defective data: correct them here, then send them again (MAP-05). */
import { useState } from 'react'
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'
import { parseCorrection } from '../product-form.ts'
import { ResendDialog } from '../start/resend-dialog.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { ListHeader, ListMessage, listSkeleton, ProductErrors, ProductName, WHOLE_LIST } from './list-parts.tsx'

export const InvalidList = ({ task: { taskRef } }: { readonly task: TaskPage }) => {
  const { The } = usePlatformName()
  const query = useApiQuery('mapping', 'invalidProducts', { taskRef, limit: WHOLE_LIST })
  const [openIndex, setOpenIndex] = useState<number | undefined>(undefined)
  const [isSending, setIsSending] = useState(false)
  return (
    <QueryView query={query} label="Invalid products" skeleton={listSkeleton}>
      {({ rows }) => {
        if (rows.length === 0) return <ListMessage text="All products had valid data." />
        const entries = rows.map((row) => ({
          row,
          correction: row.correction === null ? undefined : parseCorrection(row.sent, row.correction),
        }))
        const products = entries.flatMap(({ correction }) =>
          correction?.kind === 'changed' ? [correction.product] : [],
        )
        const open = rows.find(({ index }) => index === openIndex)
        return (
          <>
            <ListHeader text={`${The} rejected the data of these products. Correct it, then send them again.`}>
              <ExportButton taskRef={taskRef} list="invalidProducts" />
              <CommandButton
                command="mapping.sendAgain"
                size="s"
                disabledReason={products.length === 0 ? 'Correct at least one product first' : undefined}
                label={
                  products.length === 0 ? undefined : `Send ${formatCount(products.length, 'corrected product')} again`
                }
                onPress={() => setIsSending(true)}
              />
            </ListHeader>
            <ul className={styles.list}>
              {entries.map(({ row, correction }) => (
                <li className={styles.entry} key={row.index}>
                  <Row gap={3}>
                    <ProductName id={row.externalProductId} title={row.sent?.title} />
                    {correction?.kind === 'changed' && <Badge tone="good">Corrected</Badge>}
                    {correction?.kind === 'incomplete' && <Badge tone="caution">Incomplete</Badge>}
                    {row.sent !== null && (
                      <Button
                        aria-label={`Correct ${row.externalProductId ?? 'this product'}`}
                        size="s"
                        variant="quiet"
                        onPress={() => setOpenIndex(row.index)}
                      >
                        Correct
                      </Button>
                    )}
                  </Row>
                  <ProductErrors errors={row.errors} />
                </li>
              ))}
            </ul>
            {open !== undefined && (
              <CorrectionDialog taskRef={taskRef} row={open} onClose={() => setOpenIndex(undefined)} key={open.index} />
            )}
            <ResendDialog
              isOpen={isSending}
              onClose={() => setIsSending(false)}
              parentRef={taskRef}
              products={products}
            />
          </>
        )
      }}
    </QueryView>
  )
}
