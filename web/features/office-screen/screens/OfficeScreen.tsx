import { Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { MemberPanels } from '../components/MemberPanels.tsx'
import { ScreenControls, ScreenFrame } from '../components/ScreenFrame.tsx'
import { SlideShowView } from '../components/SlideShowView.tsx'
import { usePublicPosts } from '../use-public-posts.tsx'
import { useSlideShow } from '../use-slide-show.ts'

/**
 * /tv: the latest public posts, one after another, for a display in the office. It shows nothing
 * private and no figures of the reader.
 */
export function OfficeScreen() {
  const { t } = useTranslation()
  const { workspace, settings } = useConfig()
  const { posts, slides } = usePublicPosts()
  const show = useSlideShow(slides)
  return (
    <ScreenFrame
      team={workspace.name}
      logoUrl={workspace.logo.url}
      side={<MemberPanels />}
      controls={
        <>
          <ScreenControls {...show} />
          <Link to="/feed" title={t('not_found.action')}>
            <IconArrowLeft size={20} aria-hidden="true" />
            <span className="sr-only">{t('not_found.action')}</span>
          </Link>
        </>
      }
    >
      {posts.isPending ? <Skeleton height={320} radius="lg" /> : null}
      {posts.isLoadingError ? (
        <ErrorState error={posts.error} retry={() => void posts.refetch()} />
      ) : null}
      {posts.data ? <SlideShowView show={show} timezone={settings.timezone} /> : null}
    </ScreenFrame>
  )
}
