// What a run would delete, to be confirmed by name.
import { useState } from 'react'
import type { Run } from '../../../shared/inventory/contract/run-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { DeletionList } from '../save/deletion-list.tsx'

const PAGE = 100
/** More than a person confirms; the rows can be left out instead. */
const MAX_LISTED = 1_000

export function RunDeletions({ run: { runId, deletions } }: { readonly run: Run }) {
  const [limit, setLimit] = useState(PAGE)
  const list = useApiQuery('inventory', 'runDeletions', { runId, limit }, { keepPrevious: true })
  const confirm = useApiMutation('inventory', 'confirmRunDeletions')
  const { rows = [], total = 0 } = list.data ?? {}
  const open = rows.filter(({ isConfirmed }) => !isConfirmed)
  return (
    <DeletionList
      deletions={rows.map((row) => ({ ...row, key: `${row.sku} ${row.deletionId}` }))}
      legend={`This deletes ${formatCount(deletions.all, 'value')} from the platform; ${formatNumber(deletions.unconfirmed)} not confirmed`}
      onConfirm={(index, isConfirmed) => {
        const { sku, deletionId } = rows[index] ?? {}
        if (sku !== undefined && deletionId !== undefined)
          confirm.mutate({ runId, deletions: [{ sku, deletionId }], isConfirmed })
      }}
    >
      <MutationError of={confirm} />
      <Row justify="end" wrap>
        {rows.length < total && limit < MAX_LISTED && (
          <Button isPending={list.isFetching} onPress={() => setLimit(Math.min(MAX_LISTED, limit + PAGE))} size="s">
            Show more of {formatNumber(total)}
          </Button>
        )}
        {open.length > 1 && (
          <Button
            isPending={confirm.isPending}
            onPress={() =>
              confirm.mutate({ runId, deletions: open.map(({ sku, deletionId }) => ({ sku, deletionId })) })
            }
            size="s"
            variant="danger"
          >
            Confirm all {formatNumber(open.length)} above
          </Button>
        )}
      </Row>
    </DeletionList>
  )
}
