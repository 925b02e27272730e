import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  OfficeScreenPerson,
  OfficeScreenPost,
  OfficeScreenView,
} from '#contract/schemas/office-screens.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ScreenControls, ScreenFrame, useScreenZoom } from '../components/ScreenFrame.tsx'
import { DatesPanel, LeadersPanel } from '../components/ScreenPanels.tsx'
import { SlideShowView } from '../components/SlideShowView.tsx'
import css from '../office-screen.module.css'
import type { ScreenPerson, Slide } from '../slide.ts'
import { useDisplay } from '../use-display.ts'
import { useSlideShow } from '../use-slide-show.ts'

/** Returns a function that names people. The name takes the place of an id for the color. */
function useDisplayPerson(): (person: OfficeScreenPerson) => ScreenPerson {
  const { t } = useTranslation()
  return ({ is_former: isFormer, ...person }) => ({
    ...person,
    id: person.name,
    name: isFormer ? t('former') : person.name,
  })
}

function Display({ view }: { view: OfficeScreenView }) {
  const personOf = useDisplayPerson()
  const { team, logo, timezone, leaders, dates } = view
  const ofTeam = { id: team, name: team, first_name: team, last_name: '', avatar: logo }
  const toSlide = (post: OfficeScreenPost): Slide => ({
    id: post.id,
    author: post.from ? personOf(post.from) : ofTeam,
    to: post.to.map(personOf),
    toCount: post.to_count,
    value: post.value,
    score: post.score,
    text: post.description,
    picture: null,
    createdAt: post.created_at,
  })
  const named = <Item extends { person: OfficeScreenPerson }>(item: Item) => ({
    ...item,
    person: personOf(item.person),
  })
  const show = useSlideShow(view.posts.map(toSlide))
  return (
    <ScreenFrame
      team={team}
      logoUrl={logo.url}
      controls={<ScreenControls {...show} />}
      side={
        <>
          {leaders ? (
            <LeadersPanel leaders={{ ...leaders, items: leaders.items.map(named) }} />
          ) : null}
          <DatesPanel dates={dates.map(named)} />
        </>
      }
    >
      <SlideShowView show={show} timezone={timezone} />
    </ScreenFrame>
  )
}

/** A display without content: while it loads, or after its link has ended. */
function DisplayMessage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('organization')
  const zoom = useScreenZoom()
  usePageTitle(t('screen.title'))
  return (
    <main id="main" tabIndex={-1} className={css['frame']}>
      <div className={css['message']} style={{ zoom }}>
        {children}
      </div>
    </main>
  )
}

function DisplayContent({ token }: { token: string }) {
  const { t } = useTranslation('organization')
  const { data: view, error, refetch } = useDisplay(token)
  if (view) return <Display view={view} />
  if (view === null)
    return (
      <DisplayMessage>
        <EmptyState art="lost" level={1} title={t('screen.ended')} text={t('screen.ended_text')} />
      </DisplayMessage>
    )
  return (
    <DisplayMessage>
      {error ? (
        <ErrorState error={error} level={1} retry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" aria-busy="true" />
      )}
    </DisplayMessage>
  )
}

/** /screen/{token}: what /tv shows, for a display without a sign-in. */
export function DisplayScreen() {
  const { token } = useParams({ strict: false }) as { token: string }
  return (
    <>
      {/* The service worker may serve the page without the header of the server. */}
      <meta name="referrer" content="no-referrer" />
      <DisplayContent token={token} />
    </>
  )
}
