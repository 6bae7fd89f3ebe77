import type { FetchResponse, HeadersOptions, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsWith<M extends Method> = { [Path in keyof paths]: paths[Path][M] extends object ? Path : never }[keyof paths];
type OperationOf<Path extends keyof paths, M extends Method> = Exclude<paths[Path][M], undefined>;

/**
 * The options of a call, of a fixed type. Where a compiler infers them from what is written, as openapi-fetch has it, a
 * misspelled field is one more field: here it is an error.
 */
type Options<Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> & {
    headers?: HeadersOptions;
    signal?: AbortSignal;
  };

type Given<Operation> = object extends Options<Operation> ? [Options<Operation>?] : [Options<Operation>];

/** The forms of an answer that is no JSON. */
type Raw = 'text' | 'blob' | 'arrayBuffer' | 'stream';

type Answer<Operation, As> =
  Operation extends Record<string | number, unknown> ? FetchResponse<Operation, As, 'application/json'> : never;

// The compiler reports the mismatch with the last signature.
export type Call<M extends Method> = {
  <Path extends PathsWith<M>, As extends Raw>(
    url: Path,
    options: Options<OperationOf<Path, M>> & { parseAs: As },
  ): Promise<Answer<OperationOf<Path, M>, { parseAs: As }>>;
  <Path extends PathsWith<M>>(
    url: Path,
    ...options: Given<OperationOf<Path, M>>
  ): Promise<Answer<OperationOf<Path, M>, object>>;
};

export type ServiceClient = Readonly<{
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
}>;
