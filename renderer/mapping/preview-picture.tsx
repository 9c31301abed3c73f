/** A picture of a preview or product, fetched by main. */
import { useImage } from '../api/use-image.ts'
import { Thumbnail, type ThumbnailProps } from '../ui/thumbnail.tsx'

export const PreviewPicture = ({
  url,
  size = 'row',
}: Partial<Pick<ThumbnailProps, 'size'>> & { readonly url: string | null | undefined }) => (
  <Thumbnail alt="" image={useImage(url ?? undefined)} size={size} />
)
