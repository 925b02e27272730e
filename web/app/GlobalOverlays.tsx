import { useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import {
  closeOverlay,
  getOpenOverlay,
  openComposer,
  openOverlay,
  openSearchWith,
  useOpenOverlay,
} from '#web/shared/overlay-state.ts'
import { rewardsHrefFor, useConfig, useCan } from '#web/shared/config.ts'
import { withMessages } from '#web/shared/load-code.ts'
import {
  type PostShortcut,
  type ShortcutAction,
  acceptsShortcuts,
  areShortcutsEnabled,
  createShortcutReader,
} from '#web/shared/shortcuts/shortcuts.ts'

/** Creates an overlay, which closes when its code fails to load, so that keys are shortcuts again. */
const lazyOverlay = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyWithFallback(() =>
    load().catch((error: unknown) => {
      closeOverlay()
      throw error
    }),
  )
const loadSearchDialog = withMessages(
  () => import('#web/app/search/SearchDialog.tsx'),
  'settings',
  'shell',
)
const loadShortcutsDialog = withMessages(() => import('#web/app/ShortcutsDialog.tsx'), 'shell')
const SearchDialog = lazyOverlay(() => loadSearchDialog().then((code) => code.SearchDialog))
const ShortcutsDialog = lazyOverlay(() =>
  loadShortcutsDialog().then((code) => code.ShortcutsDialog),
)
const loadComposerDialog = withMessages(
  () => import('#web/features/feed/components/ComposerDialog.tsx'),
  'feed',
)
const ComposerDialog = lazyOverlay(() => loadComposerDialog().then((code) => code.ComposerDialog))
const TeamSwitcher = lazyOverlay(() =>
  import('#web/shared/workspaces/TeamSwitcher.tsx').then((code) => code.TeamSwitcher),
)

const postSelector = 'main ul[tabindex="-1"] > li'
const isPost = (target: EventTarget | null) =>
  target instanceof Element && target.matches(postSelector)

/** Presses a button or link of the post that has the focus. Returns whether there is one. */
function pressInFocusedPost(shortcut: PostShortcut): boolean {
  const button = document.activeElement
    ?.closest(postSelector)
    ?.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)
  button?.click()
  return button != null
}

/** Focuses the next or previous post, as the Tab key would. */
function focusAdjacentPost(step: 1 | -1): void {
  const posts = [...document.querySelectorAll<HTMLElement>(postSelector)]
  const at = posts.findIndex((element) => element.contains(document.activeElement))
  const next =
    posts[
      at === -1 ? posts.findIndex((element) => element.getBoundingClientRect().top > 64) : at + step
    ]
  if (!next) return
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

/**
 * Returns whether the code of an overlay is loading, in which a key is no shortcut. The search keeps
 * the typed text.
 */
function isKeyOfOpeningOverlay(event: KeyboardEvent): boolean {
  const overlay = getOpenOverlay()
  if (!overlay || document.querySelector('[role="dialog"]')) return false
  const { key, ctrlKey, metaKey, altKey } = event
  if (overlay.name === 'search' && key.length === 1 && !ctrlKey && !metaKey && !altKey) {
    openSearchWith((overlay.text ?? '') + key)
    event.preventDefault()
  }
  return true
}

/**
 * Renders the overlays of every page (search, shortcuts, team switcher) and handles the keyboard
 * shortcuts. `isTeamActive` enables the shortcuts.
 */
export function GlobalOverlays({ isTeamActive }: { isTeamActive: boolean }) {
  const router = useRouter()
  const overlay = useOpenOverlay()
  const config = useConfig()
  const { user } = config
  const rewards = rewardsHrefFor(config)
  const settings = useCan()('enter_settings')
  useEffect(() => {
    if (!isTeamActive) return undefined
    const go = (href: string) => router.history.push(href)
    const actions: Record<ShortcutAction, () => unknown> = {
      search: () => openOverlay('search'),
      keys: () => openOverlay('keys'),
      compose: openComposer,
      next: () => focusAdjacentPost(1),
      previous: () => focusAdjacentPost(-1),
      open: () => pressInFocusedPost('open'),
      like: () => pressInFocusedPost('like'),
      comment: () => pressInFocusedPost('comment') || openComposer(),
      add_points: () => pressInFocusedPost('add_points'),
      feed: () => go('/feed'),
      rewards: () => rewards !== null && go(rewards),
      inbox: () => go('/inbox'),
      profile: () => go(`/profile/${user.id}`),
      settings: () => settings && go('/settings'),
    }
    const read = createShortcutReader()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isKeyOfOpeningOverlay(event)) return
      const action = read(event, areShortcutsEnabled() && acceptsShortcuts(event.target))
      if (!action || (action === 'open' && !isPost(event.target))) return
      event.preventDefault()
      actions[action]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isTeamActive, router, rewards, settings, user.id])
  useEffect(() => closeOverlay, [])
  switch (overlay?.name) {
    case 'search':
      return <SearchDialog initialText={overlay.text ?? ''} onClose={closeOverlay} />
    case 'keys':
      return <ShortcutsDialog onClose={closeOverlay} />
    case 'teams':
      return <TeamSwitcher onClose={closeOverlay} />
    case 'thank':
      return <ComposerDialog {...overlay} onClose={closeOverlay} />
    case undefined:
      return null
  }
}
