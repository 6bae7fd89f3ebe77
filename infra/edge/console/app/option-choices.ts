import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { connectedAccounts } from './account-options.ts';
import type { Draft } from './draft.ts';
import type { Option } from './forms/form-context.ts';
import { wordsOf } from './forms/words.ts';
import { tiktokPrivacyLevels } from '../../../../domain/content/tiktok-rules.ts';

/** The categories that a video can be in. https://developers.google.com/youtube/v3/docs/videoCategories/list */
const youtubeCategories: Readonly<Record<string, string>> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
};

const categories: readonly Option[] = Object.entries(youtubeCategories).map(([value, label]) => ({ value, label }));

/** The boards of the chosen accounts on Pinterest, each once. */
const boardsOf = async (accountIds: readonly string[]): Promise<readonly Option[]> => {
  const accounts = (await connectedAccounts()).filter(
    ({ id, platform }) => platform.toLowerCase() === 'pinterest' && accountIds.includes(id),
  );
  const asked = accounts.map(({ id }) => answered(api.GET('/v1/accounts/{id}/pages', { params: { path: { id } } })));
  const boards = (await Promise.all(asked)).flatMap(({ pages }) => pages);
  return [...new Map(boards.map(({ id, name }) => [id, { value: id, label: name }])).values()];
};

/** A value that a post has already stays one of the choices. */
const withValue = (options: readonly Option[], value: unknown): readonly Option[] =>
  typeof value !== 'string' || value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];

/**
 * The values that a person knows by a name, where the API takes an id or any text. A list that cannot be had leaves its field
 * a text.
 */
export const useOptionChoices = ({ accountIds, options }: Draft): Readonly<Record<string, readonly Option[]>> => {
  const { data: boards = [] } = useAsked(`boards of/${accountIds.join()}`, () => boardsOf(accountIds));
  return {
    'platformMetadata.TIKTOK.tiktokPrivacyLevel': tiktokPrivacyLevels.map((value) => ({
      value,
      label: wordsOf(value),
    })),
    'platformMetadata.YOUTUBE.categoryId': withValue(categories, options.youtube?.['categoryId']),
    ...(boards.length === 0
      ? {}
      : { 'platformMetadata.PINTEREST.boardId': withValue(boards, options.pinterest?.['boardId']) }),
  };
};
