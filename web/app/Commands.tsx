import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { later } from '#web/ui/later.tsx'
import { openSheet, useSheet } from './commands.ts'
import { rewardsHref, useConfig, useMay } from './config.ts'
import { withTexts } from './installed.ts'
import { type Act, isFree, keysAreOn, reader } from './shortcuts.ts'

const nothing = () => null
const searchCode = withTexts(() => import('#web/app/search/SearchDialog.tsx'), 'settings', 'shell')
const keysCode = withTexts(() => import('#web/app/KeysDialog.tsx'), 'shell')
const SearchDialog = later(() => searchCode().then((code) => code.SearchDialog), nothing)
const KeysDialog = later(() => keysCode().then((code) => code.KeysDialog), nothing)
const TeamSwitcher = later(
  () => import('./TeamSwitcher.tsx').then((code) => code.TeamSwitcher),
  nothing,
)

/** A post further down or up gets the focus, as if one had come there by Tab. */
function walk(step: 1 | -1): void {
  const posts = [...document.querySelectorAll<HTMLElement>('main ul[tabindex="-1"] > li')]
  const at = posts.findIndex((one) => one.contains(document.activeElement))
  const next =
    posts[at === -1 ? posts.findIndex((one) => one.getBoundingClientRect().top > 64) : at + step]
  if (!next) return
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

const look_ms = 3_000
/** The composer, as soon as it is there. */
function compose(): void {
  const until = performance.now() + look_ms
  const look = () => {
    const field = document.getElementById('composer')
    if (field) field.focus()
    else if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}

/**
 * Search from anywhere, shortcuts and their sheet, and the switch of teams: whatever opens over a
 * page. `open`: the team is active.
 */
export function Commands({ open }: { open: boolean }) {
  const router = useRouter()
  const sheet = useSheet()
  const config = useConfig()
  const { user } = config
  const rewards = rewardsHref(config)
  const settings = useMay()('enter_settings')
  useEffect(() => {
    if (!open) return undefined
    const go = (href: string) => router.history.push(href)
    const acts: Record<Act, () => unknown> = {
      search: () => openSheet('search'),
      keys: () => openSheet('keys'),
      compose: () => {
        if (!document.getElementById('composer')) go('/feed')
        compose()
      },
      next: () => walk(1),
      previous: () => walk(-1),
      feed: () => go('/feed'),
      rewards: () => rewards !== null && go(rewards),
      profile: () => go(`/profile/${user.id}`),
      settings: () => settings && go('/settings'),
    }
    const read = reader()
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const act = read(event, keysAreOn() && isFree(event.target))
      if (!act) return
      event.preventDefault()
      acts[act]()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [open, router, rewards, settings, user.id])
  useEffect(() => () => openSheet(null), [])
  const close = () => openSheet(null)
  if (sheet === 'search') return <SearchDialog onClose={close} />
  if (sheet === 'keys') return <KeysDialog onClose={close} />
  return sheet === 'teams' ? <TeamSwitcher onClose={close} /> : null
}
