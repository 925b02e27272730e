import type { Award } from '#contract/schemas/awards.ts'
import css from './awards.module.css'

/** The picture of an award, or its emoji. Its name stands beside it. */
export function AwardTile({ award }: { award: Pick<Award, 'emoji' | 'picture'> }) {
  const { url } = award.picture
  return (
    <span className={css['tile']} aria-hidden="true">
      {url ? <img src={url} alt="" /> : award.emoji}
    </span>
  )
}
