import { useTranslation } from '#web/lib/translate.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from '../office-screen.module.css'
import type { SlideShow } from '../use-slide-show.ts'
import { PostSlide } from './PostSlide.tsx'

/** The slide on screen, and which of all it is. */
export function SlideShowView({
  show: { slide, slides, index },
  timezone,
}: {
  show: SlideShow
  timezone: string
}) {
  const { t } = useTranslation('feed')
  if (!slide) return <EmptyState art="laurel" level={2} title={t('empty.title')} />
  return (
    <>
      <PostSlide key={slide.id} slide={slide} timezone={timezone} />
      <div className={css['dots']} aria-hidden="true">
        {slides.map(({ id }, position) => (
          <span key={id} data-shown={position === index} />
        ))}
      </div>
    </>
  )
}
