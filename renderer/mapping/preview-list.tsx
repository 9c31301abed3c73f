/** The listing previews of a task; a row opens the preview beside the product that was sent. */
import { useMemo } from 'react'
import type { PreviewRow, TaskPage } from '../../shared/mapping/contract.ts'
import { useQueryOf } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { Badge } from '../ui/badge.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './lists.module.css'
import { PreviewPicture } from './preview-picture.tsx'
import { ListFace, None } from './problem-lists.tsx'

type Row = { readonly index: number; readonly preview: PreviewRow; readonly isDrafted: boolean }

const keyOf = ({ index }: Row): string => String(index)

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'picture',
    label: 'Picture',
    width: '48px',
    isPicture: true,
    render: ({ preview }) => <PreviewPicture url={preview.pictureUrl ?? undefined} size="row" />,
  },
  {
    id: 'title',
    label: 'Title',
    width: 'minmax(160px, 3fr)',
    render: ({ preview }) => preview.title || 'Without a title',
  },
  {
    id: 'sku',
    label: 'SKU',
    width: 'minmax(80px, 1fr)',
    render: ({ preview }) => <span className="mono">{preview.sku ?? '–'}</span>,
  },
  {
    id: 'category',
    label: 'Category',
    width: '84px',
    render: ({ preview }) => <span className="mono">{preview.categoryId ?? '–'}</span>,
  },
  { id: 'aspects', label: 'Specifics', width: '72px', align: 'end', render: ({ preview }) => preview.aspectCount },
  {
    id: 'draft',
    label: 'Draft',
    width: '84px',
    render: ({ isDrafted }) => (isDrafted ? <Badge tone="good">Draft made</Badge> : null),
  },
]

export const PreviewList = ({ task }: { readonly task: TaskPage }) => {
  const { data, error, refetch } = useQueryOf('mapping', 'previews', { taskRef: task.taskRef })
  const { drafts } = task
  const rows = useMemo(() => {
    const drafted = new Set(drafts.map(({ previewIndex }) => previewIndex))
    return (data?.rows ?? []).map((preview, index) => ({ index, preview, isDrafted: drafted.has(index) }))
  }, [data, drafts])
  if (data === undefined) return <ListFace error={error} retry={() => void refetch()} />
  if (rows.length === 0) return <None text="The platform mapped none of the products." />
  const open = (key: string): void =>
    goTo({ room: 'mapping', path: [String(task.taskRef), 'previews', String(Number(key) + 1)] })
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
