/** Saved views of the list: search, filters, sort order and columns by name. */
import { ViewsMenu as SavedViews } from '../../../parts/views-menu.tsx'
import { type ListView, noFilters } from '../list-view.ts'

const commands = { show: 'items.views', save: 'items.saveView' } as const

/** Views from earlier versions have fewer filters. */
const parseView = (stored: object): ListView => ({ ...noFilters, sort: '', columns: [], ...stored })

export const ViewsMenu = ({ view, onShow }: { readonly view: ListView; readonly onShow: (view: ListView) => void }) => (
  <SavedViews
    commands={commands}
    description="Search, filters, sort order and columns"
    onShow={onShow}
    parse={parseView}
    placeholder="Low stock by price"
    storedAs="inventory.views"
    view={view}
  />
)
