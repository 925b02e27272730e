import { Skeleton } from '@mantine/core'
import { useFullscreenDocument, useViewportSize } from '@mantine/hooks'
import { IconArrowLeft, IconMaximize, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LogoMark } from '#web/ui/LogoMark.tsx'
import { PostSlide } from '../components/PostSlide.tsx'
import { DatesPanel, LeadersPanel } from '../components/ScreenPanels.tsx'
import css from '../office-screen.module.css'
import { useSlides } from '../use-slides.ts'

/** The display that the sizes are made for. A larger one enlarges the whole page. */
const design = { width: 1280, height: 720 }
const zoomMax = 3

type Slides = ReturnType<typeof useSlides>

function Controls({ isPaused, setPaused }: Pick<Slides, 'isPaused' | 'setPaused'>) {
  const { t } = useTranslation('organization')
  const { fullscreen, toggle } = useFullscreenDocument()
  const pauseLabel = isPaused ? t('screen.resume') : t('screen.pause')
  return (
    <div className={css['controls']}>
      <button
        type="button"
        className="plain"
        title={pauseLabel}
        onClick={() => setPaused(!isPaused)}
      >
        {isPaused ? (
          <IconPlayerPlay size={20} aria-hidden="true" />
        ) : (
          <IconPlayerPause size={20} aria-hidden="true" />
        )}
        <span className="sr-only">{pauseLabel}</span>
      </button>
      {document.fullscreenEnabled && !fullscreen ? (
        <button
          type="button"
          className="plain"
          title={t('screen.full')}
          onClick={() => void toggle()}
        >
          <IconMaximize size={20} aria-hidden="true" />
          <span className="sr-only">{t('screen.full')}</span>
        </button>
      ) : null}
      <Link to="/feed" title={t('common:not_found.action')}>
        <IconArrowLeft size={20} aria-hidden="true" />
        <span className="sr-only">{t('common:not_found.action')}</span>
      </Link>
    </div>
  )
}

function Slide({ posts, post, slides, index }: Slides) {
  const { t } = useTranslation('feed')
  if (posts.isPending) return <Skeleton height={320} radius="lg" />
  if (!post && posts.isError)
    return <ErrorState error={posts.error} retry={() => void posts.refetch()} />
  if (!post) return <EmptyState art="laurel" level={2} title={t('empty.title')} />
  return (
    <>
      <PostSlide key={post.id} post={post} />
      <div className={css['dots']} aria-hidden="true">
        {slides.map(({ id }, position) => (
          <span key={id} data-shown={position === index} />
        ))}
      </div>
    </>
  )
}

/**
 * /tv: the latest public posts, one after another, for a display in the office. It shows nothing
 * private and no figures of the reader.
 */
export function OfficeScreen() {
  const { t } = useTranslation('organization')
  const { workspace } = useConfig()
  const { width, height } = useViewportSize()
  const zoom = Math.min(width / design.width, height / design.height)
  const slides = useSlides()
  usePageTitle(t('screen.title'))
  return (
    <main id="main" tabIndex={-1} className={css['frame']}>
      <div className={css['screen']} style={{ zoom: Math.min(Math.max(zoom, 1), zoomMax) }}>
        <header className={css['head']}>
          {workspace.logo.url ? <img src={workspace.logo.url} alt="" /> : <LogoMark />}
          <h1>{workspace.name}</h1>
          <Controls {...slides} />
        </header>
        <div className={css['main']}>
          <Slide {...slides} />
        </div>
        <aside className={css['side']} aria-label={t('screen.side')}>
          <LeadersPanel />
          <DatesPanel />
        </aside>
      </div>
    </main>
  )
}
