import i18n from '#web/lib/translate.ts'
import { storeIfPossible } from '#web/lib/browser-storage.ts'
import { foldText } from '#contract/fold-text.ts'

/** Emoji of the picker. Each key has its names in `emoji.json`. */
export const emojiGroups = {
  thanks: {
    folded_hands: '🙏',
    clap: '👏',
    raised_hands: '🙌',
    thumbs_up: '👍',
    handshake: '🤝',
    strong: '💪',
    heart_hands: '🫶',
    hug: '🤗',
    victory: '✌️',
    ok_hand: '👌',
    high_five: '✋',
    wave: '👋',
    salute: '🫡',
    crossed: '🤞',
    bouquet: '💐',
    call_me: '🤙',
  },
  faces: {
    smile: '😄',
    joy: '😂',
    blush: '😊',
    heart_eyes: '😍',
    adore: '🥰',
    star_eyes: '🤩',
    cool: '😎',
    party_face: '🥳',
    angel: '😇',
    nerd: '🤓',
    thinking: '🤔',
    phew: '😅',
    wow: '😮',
    moved: '🥹',
    wink: '😉',
    relieved: '😌',
  },
  celebrate: {
    tada: '🎉',
    confetti: '🎊',
    balloon: '🎈',
    cake: '🎂',
    trophy: '🏆',
    gold_medal: '🥇',
    medal: '🏅',
    star: '🌟',
    sparkles: '✨',
    gift: '🎁',
    cheers: '🥂',
    crown: '👑',
    fireworks: '🎆',
    music: '🎶',
    hundred: '💯',
    bullseye: '🎯',
  },
  hearts: {
    heart: '❤️',
    orange_heart: '🧡',
    yellow_heart: '💛',
    green_heart: '💚',
    blue_heart: '💙',
    purple_heart: '💜',
    sparkling_heart: '💖',
    fire: '🔥',
    bolt: '⚡',
    rainbow: '🌈',
    sun: '☀️',
    sunflower: '🌻',
    seedling: '🌱',
    clover: '🍀',
    rose: '🌹',
    butterfly: '🦋',
  },
  work: {
    rocket: '🚀',
    idea: '💡',
    tools: '🛠️',
    laptop: '💻',
    chart_up: '📈',
    check: '✅',
    megaphone: '📣',
    brain: '🧠',
    puzzle: '🧩',
    magnifier: '🔍',
    bug: '🐛',
    clock: '⏰',
    books: '📚',
    writing: '✍️',
    palette: '🎨',
    key: '🗝️',
  },
  treats: {
    coffee: '☕',
    tea: '🍵',
    pizza: '🍕',
    cookie: '🍪',
    doughnut: '🍩',
    chocolate: '🍫',
    ice_cream: '🍦',
    apple: '🍎',
    strawberry: '🍓',
    croissant: '🥐',
    beer: '🍺',
    dog: '🐶',
    cat: '🐱',
    unicorn: '🦄',
    bee: '🐝',
    lion: '🦁',
  },
} as const
export type EmojiGroup = keyof typeof emojiGroups
export type Emoji = { id: string; sign: string }

const allEmoji: Emoji[] = Object.values(emojiGroups).flatMap((group) =>
  Object.entries(group).map(([id, sign]) => ({ id, sign })),
)
export const emojiGroupNames = Object.keys(emojiGroups) as EmojiGroup[]
export const emojiOf = (group: EmojiGroup): Emoji[] =>
  Object.entries(emojiGroups[group]).map(([id, sign]) => ({ id, sign }))

// These texts load with this module, not with the screen.
const translateKey = (key: string) => i18n.t(key)
const emojiKeywords = (id: string) => translateKey(`emoji:name.${id}`)
/** Returns the name of an emoji in the reader's language: the first of its names. */
export const emojiName = ({ id }: Emoji) => emojiKeywords(id).split(',')[0] ?? id
export const emojiGroupName = (group: EmojiGroup) => translateKey(`emoji:group.${group}`)

/**
 * Returns emoji by the start of their names, in the reader's language or by their English key
 * (`:tada`).
 */
export function searchEmoji(query: string): Emoji[] {
  const prefix = foldText(query.replaceAll('_', ' '))
  const rank = ({ id }: Emoji) => {
    const names = [id.replaceAll('_', ' '), ...foldText(emojiKeywords(id)).split(/, */)]
    if (names.some((name) => name.startsWith(prefix))) return 0
    const words = names.flatMap((name) => name.split(' '))
    return words.some((word) => word.startsWith(prefix)) ? 1 : 2
  }
  return allEmoji
    .map((emoji) => ({ emoji, at: rank(emoji) }))
    .filter(({ at }) => at < 2)
    .toSorted((a, b) => a.at - b.at)
    .map(({ emoji }) => emoji)
}

const recentMax = 8
const recentEmojiKey = (userId: string) => `laurel.emoji.${userId}`
/** Returns the user's last emoji, newest first. */
export function recentEmoji(userId: string): Emoji[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(recentEmojiKey(userId)) ?? '[]')
    return Array.isArray(ids)
      ? ids.flatMap((id) => allEmoji.find((emoji) => emoji.id === id) ?? []).slice(0, recentMax)
      : []
  } catch {
    return []
  }
}
export function rememberEmoji(userId: string, { id }: Emoji): void {
  const others = recentEmoji(userId).filter((other) => other.id !== id)
  const ids = [id, ...others.map((other) => other.id)].slice(0, recentMax)
  storeIfPossible('localStorage', recentEmojiKey(userId), JSON.stringify(ids))
}
