import { useFullscreenDocument, useViewportSize } from '@mantine/hooks'
import { IconMaximize, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { LogoMark } from '#web/ui/LogoMark.tsx'
import css from '../office-screen.module.css'
import type { SlideShow } from '../use-slide-show.ts'

/** The display that the sizes are made for. A larger one enlarges the whole page. */
const design = { width: 1280, height: 720 }
const zoomMax = 3

/** Returns how much the page is enlarged. */
export function useScreenZoom(): number {
  const { width, height } = useViewportSize()
  const zoom = Math.min(width / design.width, height / design.height)
  return Math.min(Math.max(zoom, 1), zoomMax)
}

/** Pauses the slides, and fills the screen. */
export function ScreenControls({ isPaused, setPaused }: Pick<SlideShow, 'isPaused' | 'setPaused'>) {
  const { t } = useTranslation('organization')
  const { fullscreen, toggle } = useFullscreenDocument()
  const pauseLabel = isPaused ? t('screen.resume') : t('screen.pause')
  return (
    <>
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
    </>
  )
}

/** Lays out a screen: the team above, the slides and the panels beside them. */
export function ScreenFrame({
  team,
  logoUrl,
  controls,
  side,
  children,
}: {
  team: string
  logoUrl: string | null
  controls: ReactNode
  side: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('organization')
  const zoom = useScreenZoom()
  usePageTitle(t('screen.title'))
  return (
    <main id="main" tabIndex={-1} className={css['frame']}>
      <div className={css['screen']} style={{ zoom }}>
        <header className={css['head']}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <LogoMark />}
          <h1>{team}</h1>
          <div className={css['controls']}>{controls}</div>
        </header>
        <div className={css['main']}>{children}</div>
        <aside className={css['side']} aria-label={t('screen.side')}>
          {side}
        </aside>
      </div>
    </main>
  )
}
