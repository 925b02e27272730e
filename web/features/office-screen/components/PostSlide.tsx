import { Fragment } from 'react'
import { formatNumber, formatTimeAgo } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { ArrowTo } from '#web/ui/ArrowTo.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from '../office-screen.module.css'
import type { Slide } from '../slide.ts'

/** A post in the size of the screen. */
export function PostSlide({ slide, timezone }: { slide: Slide; timezone: string }) {
  const { t } = useTranslation('feed')
  const { author, to, toCount, value, score, text, picture, createdAt } = slide
  const others = toCount - to.length
  return (
    <article className={css['slide']}>
      <span className={css['faces']}>
        {[author, ...to].map((person, index) => (
          <UserAvatar key={index} user={person} size={64} />
        ))}
      </span>
      <h2>
        <span dir="auto">{author.name}</span> <ArrowTo />
        <span className="sr-only">{t('post.to')}</span>{' '}
        {to.map(({ name }, index) => (
          <Fragment key={index}>
            {index > 0 ? ', ' : ''}
            <span dir="auto">{name}</span>
          </Fragment>
        ))}{' '}
        {others > 0 ? t('post.others', { count: others }) : null}
      </h2>
      <p className={css['text']} dir="auto">
        {text}
      </p>
      {picture}
      <p className={css['foot']}>
        <ValueChip value={value} />
        {score > 0 ? (
          <PointsBadge
            large
            text={`+${formatNumber(score)}`}
            label={t('post.points_each', { count: score })}
          />
        ) : null}
        <time dateTime={createdAt}>{formatTimeAgo(createdAt, timezone)}</time>
      </p>
    </article>
  )
}
