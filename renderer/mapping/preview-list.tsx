/** The listing previews of a task; a row opens the preview beside the product that was sent. */
import { useMemo } from 'react'
import type { PreviewRow, TaskPage } from '../../shared/mapping/contract.ts'
import { navigate } from '../api/location.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { Badge } from '../ui/badge.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './lists.module.css'
import { PreviewPicture } from './preview-picture.tsx'
import { ListFace, None } from './problem-lists.tsx'

const keyOf = ({ index }: PreviewRow): string => String(index)

const columnsOf = (drafted: ReadonlySet<number>): readonly TableColumn<PreviewRow>[] => [
  {
    id: 'picture',
    label: 'Picture',
    width: '48px',
    isPicture: true,
    render: ({ pictureUrl }) => <PreviewPicture url={pictureUrl ?? undefined} size="row" />,
  },
  {
    id: 'title',
    label: 'Title',
    width: 'minmax(160px, 3fr)',
    render: ({ title }) => title || 'Without a title',
  },
  {
    id: 'sku',
    label: 'SKU',
    width: 'minmax(80px, 1fr)',
    render: ({ sku }) => <span className="mono">{sku ?? '–'}</span>,
  },
  {
    id: 'category',
    label: 'Category',
    width: '84px',
    render: ({ categoryId }) => <span className="mono">{categoryId ?? '–'}</span>,
  },
  { id: 'aspects', label: 'Specifics', width: '72px', align: 'end', render: ({ aspectCount }) => aspectCount },
  {
    id: 'draft',
    label: 'Draft',
    width: '84px',
    render: ({ index }) => (drafted.has(index) ? <Badge tone="good">Draft made</Badge> : null),
  },
]

export const PreviewList = ({ task }: { readonly task: TaskPage }) => {
  const { rows, head } = useApiRows('mapping', 'previews', { taskRef: task.taskRef })
  const { drafts } = task
  const columns = useMemo(() => columnsOf(new Set(drafts.map(({ previewIndex }) => previewIndex))), [drafts])
  if (head.data === undefined) return <ListFace error={head.error} retry={() => void head.refetch()} />
  if (head.data.total === 0) return <None text="The platform mapped none of the products." />
  const open = (key: string): void =>
    navigate({ screen: 'mapping', path: [String(task.taskRef), 'previews', String(Number(key) + 1)] })
  return (
    <div className={styles.filled}>
      <div className={styles.head}>
        <p>What the platform recommends for each product.</p>
        <div className={styles.acts}>
          <ExportMenu taskRef={task.taskRef} list="listingPreviews" />
        </div>
      </div>
      <Table
        label="Previews"
        columns={columns}
        items={rows}
        getKey={keyOf}
        rowHeight={44}
        onSelect={open}
        onOpen={open}
      />
    </div>
  )
}
