/** A picture by its URL, fetched and checked by main. */
import { useImage } from '../api/use-image.ts'
import { Thumbnail, type ThumbnailProps } from '../ui/display/thumbnail.tsx'

type PictureProps = Partial<Omit<ThumbnailProps, 'image'>> & { readonly url: string | null | undefined }

export const Picture = ({ url, alt = '', size = 'row' }: PictureProps) => (
  <Thumbnail alt={alt} image={useImage(url)} size={size} />
)
