/** The listing previews of a task. */
import { useMemo, useState } from 'react'
import type { PreviewRow, TaskPage } from '../../../shared/mapping/contract.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Picture } from '../../parts/picture.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Table, type TableColumn } from '../../ui/lists/table.tsx'
import styles from '../mapping.module.css'
import { CategoryName } from './category.tsx'
import { DraftAllDialog } from './draft-all-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { ListHeader, ListMessage, listSkeleton } from './list-parts.tsx'

const previewKey = ({ index }: PreviewRow): string => String(index)
const mono = (text: string | null) => <span className="mono">{text ?? '–'}</span>

const createColumns = (drafted: ReadonlySet<number>): readonly TableColumn<PreviewRow>[] => [
  {
    id: 'picture',
    label: 'Picture',
    width: '48px',
    isPicture: true,
    render: ({ pictureUrl }) => <Picture url={pictureUrl} />,
  },
  { id: 'title', label: 'Title', width: 'minmax(160px, 3fr)', render: ({ title }) => title || 'Untitled' },
  { id: 'sku', label: 'SKU', width: 'minmax(80px, 1fr)', render: ({ sku }) => mono(sku) },
  {
    id: 'category',
    label: 'Category',
    width: 'minmax(84px, 2fr)',
    render: ({ categoryId }) => categoryId !== null && <CategoryName categoryId={categoryId} />,
  },
  { id: 'aspects', label: 'Specifics', width: '72px', align: 'end', render: ({ aspectCount }) => aspectCount },
  ...(drafted.size === 0
    ? []
    : [
        {
          id: 'draft',
          label: 'Used',
          width: '88px',
          render: ({ index }: PreviewRow) => drafted.has(index) && <Badge tone="good">Used</Badge>,
        },
      ]),
]

export const PreviewList = ({ task: { taskRef, drafts } }: { readonly task: TaskPage }) => {
  const { The } = usePlatformName()
  const { rows, head } = useApiRows('mapping', 'previews', { taskRef })
  const [isDrafting, setIsDrafting] = useState(false)
  const columns = useMemo(() => createColumns(new Set(drafts.map(({ previewIndex }) => previewIndex))), [drafts])
  const open = (key: string): void =>
    navigate({ screen: 'mapping', path: [String(taskRef), 'previews', String(Number(key) + 1)] })
  return (
    <QueryView query={head} label="Suggestions" skeleton={listSkeleton}>
      {({ total }) =>
        total === 0 ? (
          <ListMessage text="None of the products were mapped." />
        ) : (
          <Stack className={styles.filled} gap={0}>
            <ListHeader text={`${The}’s recommendation for each product.`}>
              <ExportButton taskRef={taskRef} list="listingPreviews" />
              <CommandButton
                command="mapping.draftAll"
                onPress={() => setIsDrafting(true)}
                size="s"
                variant="primary"
              />
            </ListHeader>
            <Table
              label="Suggestions"
              columns={columns}
              items={rows}
              getKey={previewKey}
              rowHeight={44}
              onSelect={open}
              onOpen={open}
            />
            {isDrafting && <DraftAllDialog onClose={() => setIsDrafting(false)} taskRef={taskRef} />}
          </Stack>
        )
      }
    </QueryView>
  )
}
