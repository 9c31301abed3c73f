/** The picture of what a listing sells. */
import { useListedItem } from '../../api/use-listed-items.ts'
import { Picture } from '../picture.tsx'

type ListingPictureProps = { readonly listingId: string | null; readonly size?: 'row' | 'card' }

export const ListingPicture = ({ listingId, size = 'row' }: ListingPictureProps) => (
  <Picture size={size} url={useListedItem(listingId)?.pictureUrl} />
)
