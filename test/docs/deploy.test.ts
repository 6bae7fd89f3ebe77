import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';
import { Environment, roles } from '../../infra/composition/environment.ts';
import { configFrom } from '../../infra/composition/config.ts';
import { optionalParts } from '../../infra/composition/optional-parts.ts';
import { nameableByFile } from '../../infra/composition/secret-files.ts';
import { root } from './pages.ts';

const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { scripts, engines, workspaces } = JSON.parse(text('package.json')) as {
  scripts: Readonly<Record<string, string>>;
  engines: { node: string };
  workspaces: readonly string[];
};

/** What `npm start` runs. */
const program = (scripts['start'] ?? '').replace(/^exec /, '');
/** What answers without a credential: the paths that probes may ask for. */
const probes = ['/v1/health', '/v1/ready'];

const isVariable = (name: string): boolean =>
  name in Environment.shape || (name.endsWith('_FILE') && nameableByFile(name.slice(0, -'_FILE'.length)));

const environmentOf = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text(file).matchAll(/([A-Z][A-Z_0-9]*)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );

type Service = Readonly<{
  image: string;
  build?: { context: string; dockerfile: string; args: { WITHOUT: string } };
  environment?: Readonly<Record<string, string>>;
  command?: readonly string[];
  secrets?: readonly string[];
  volumes?: readonly string[];
  ports?: readonly string[];
  profiles?: readonly string[];
  healthcheck?: { test: readonly string[] };
  restart: string;
  depends_on?: Readonly<Record<string, { condition: string }>>;
}>;
type Compose = Readonly<{
  services: Readonly<Record<string, Service>>;
  secrets: Readonly<Record<string, unknown>>;
  volumes: Readonly<Record<string, unknown>>;
}>;

describe('compose.yaml', () => {
  const { services, secrets, volumes } = load(text('compose.yaml'), {
    schema: CORE_SCHEMA.withTags(mergeTag),
  }) as Compose;
  const own = Object.entries(services).filter(([, { image }]) => image === 'social-publishing');

  it('sets variables that the service reads, to values that it takes', () => {
    for (const [name, { environment = {} }] of own) {
      expect(
        Object.keys(environment).filter((variable) => !isVariable(variable)),
        name,
      ).to.deep.equal([]);
      const defaults = Object.entries(environment).map(([variable, value]) => [
        variable.replace(/_FILE$/, ''),
        variable === 'SECRETS_KEY_FILE'
          ? Buffer.alloc(32).toString('base64')
          : variable === 'DATABASE_URL_FILE'
            ? 'postgres://publishing:password@postgres:5432/publishing'
            : value.replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
      ]);
      const config = configFrom(Object.fromEntries(defaults) as Record<string, string>);
      expect(config).to.include({ testMode: false, passwordSignIn: true, publicUrl: 'http://localhost:3000' });
    }
  });

  it('has every store, secret and volume that it names, with a health check and a restart', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.restart, name).to.equal('unless-stopped');
      for (const secret of service.secrets ?? []) expect(secrets, name).to.have.property(secret);
      for (const volume of service.volumes ?? []) expect(volumes, name).to.have.property(volume.split(':')[0] ?? '');
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(services[needed]?.healthcheck, `${name} needs ${needed}`).to.not.equal(undefined);
        expect(condition).to.equal('service_healthy');
      }
      const { PUBLIC_URL: _, ...inside } = service.environment ?? {};
      const hosts = Object.values(inside).flatMap((value) => /:\/\/(\w+):\d+/.exec(value)?.[1] ?? []);
      for (const host of hosts) expect(services, `${name} reaches ${host}`).to.have.property(host);
    }
  });

  it('leaves out of the image only parts that its settings do not ask for', () => {
    for (const [name, { build, environment = {} }] of own) {
      const [, without = ''] = /^\$\{WITHOUT-([^}]*)\}$/.exec(build?.args.WITHOUT ?? '') ?? [];
      expect(without.split(' '), name).to.deep.equal(['postgres']);
      expect(Object.keys(optionalParts)).to.include.members(without.split(' '));
      expect(environment).to.have.property('DATABASE_URL_FILE');
    }
  });

  it('runs each role of the service, and asks it for its readiness', () => {
    const run = own.map(([, { command = [] }]) => command[1] ?? 'all');
    expect(run.sort()).to.deep.equal([...roles].sort());
    for (const [name, { healthcheck, build }] of own) {
      const [, port = '', asked = ''] = /127\.0\.0\.1:(\d+)([^"]+)"/.exec(healthcheck?.test.join(' ') ?? '') ?? [];
      expect(port, name).to.equal(String(configFrom({}).port));
      expect(probes).to.include(asked);
      expect(existsSync(path.join(root, build?.dockerfile ?? '-'))).to.equal(true);
    }
  });
});

describe('Containerfile', () => {
  const file = text('Containerfile');

  it('runs the program of npm start, as a user without rights, with a health check and a signal that stops it', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(file) ?? [];
    expect((JSON.parse(entry) as string[]).join(' ')).to.equal(program);
    expect(file)
      .to.match(/^USER 10001:10001$/m)
      .and.to.match(/^STOPSIGNAL SIGTERM$/m);
    const [, asked = ''] = /HEALTHCHECK[\s\S]*?PORT\}(\/v1\/\w+)`/.exec(file) ?? [];
    expect(probes).to.include(asked);
    const [, set = ''] = /^ENV (.+)$/m.exec(file) ?? [];
    const variables = [...set.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(variables.filter((name) => !isVariable(name))).to.deep.equal(['NODE_ENV', 'HOME']);
    const [, node = ''] = /^ARG NODE=.*node:(\d+)/m.exec(file) ?? [];
    expect(Number(node)).to.be.at.least(Number(/\d+/.exec(engines.node)?.[0]));
  });

  it('has the package.json of every product before it installs', () => {
    const [before = ''] = file.split('RUN npm ci');
    for (const product of workspaces) expect(before).to.include(`COPY ${product}/package.json ${product}/\n`);
  });

  it('leaves out the parts that a build argument names, before it compiles', () => {
    const [, before = '', command = ''] =
      /^([\s\S]*)^RUN if \[ -n "\$WITHOUT" \]; then (.+) \$WITHOUT; fi$/m.exec(
        file.split('npm run -s compile')[0] ?? '',
      ) ?? [];
    expect(command).to.equal('npm run -s parts -- remove');
    // By default an image has all of them.
    expect(before).to.match(/^COPY infra infra$[\s\S]*^ARG WITHOUT=""$/m);
    expect(scripts['parts']).to.match(/ infra\/cli\/parts\.ts$/);
  });

  it('copies files that exist, among them everything that the program is compiled of', () => {
    const copied = [...file.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied.filter((name) => !existsSync(path.join(root, name)))).to.deep.equal([]);
    const compiled = (scripts['compile'] ?? '').split(' ').slice(3);
    expect(compiled.filter((name) => !existsSync(path.join(root, name)))).to.deep.equal([]);
    const entry = compiled.flatMap((name) => ['--entry', name]);
    const list = execFileSync(process.execPath, [path.join(root, 'test/docs/imported-files.mjs'), ...entry], {
      cwd: root,
      encoding: 'utf8',
    });
    const imported = list.trim().split('\n');
    expect(imported.length).to.be.greaterThan(500);
    const isCopied = (name: string): boolean => copied.some((each) => name === each || name.startsWith(`${each}/`));
    expect(imported.filter((name) => !isCopied(name))).to.deep.equal([]);
  });
});

describe('the unit of systemd', () => {
  const file = 'deploy/systemd/social-publishing.service';

  it('runs the program of npm start with variables that the service reads', () => {
    const [, run = ''] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(text(file)) ?? [];
    expect(run).to.equal(program);
    const [, set = ''] = /^Environment=(.+)$/m.exec(text(file)) ?? [];
    const names = [...set.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !isVariable(name))).to.deep.equal(['NODE_ENV']);
  });

  it('is one that systemd understands, where systemd is installed', () => {
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', path.join(root, file)], {
      encoding: 'utf8',
    });
    if (error) return;
    expect(stderr).to.not.match(/social-publishing\.service:\d+: /);
    expect(status, stderr).to.equal(0);
  });
});

describe('the manifests of Kubernetes', () => {
  type Probe = { httpGet: { path: string; port: string } };
  type Container = Readonly<{
    args: readonly string[];
    ports: readonly { name: string; containerPort: number }[];
    envFrom: readonly Readonly<Record<string, { name: string }>>[];
    volumeMounts: readonly { name: string; mountPath: string }[];
    securityContext: object;
  }> &
    Readonly<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>;
  type Manifest = Readonly<{
    kind: string;
    metadata: { name: string };
    spec: Readonly<{
      selector: { role?: string; matchLabels?: { role: string } };
      template?: { metadata: { labels: { role: string } }; spec: { containers: readonly Container[] } };
    }>;
  }>;
  const folder = 'deploy/kubernetes';
  const kustomization = load(text(`${folder}/kustomization.yaml`)) as Readonly<{
    resources: readonly string[];
    configMapGenerator: readonly { name: string; literals: readonly string[] }[];
  }>;
  const manifests = kustomization.resources.flatMap((name) => loadAll(text(`${folder}/${name}`)) as Manifest[]);

  it('set variables that the service reads, with which each role starts beside the secret', () => {
    const literals = environmentOf(`${folder}/kustomization.yaml`);
    expect(Object.keys(literals).filter((name) => !isVariable(name))).to.deep.equal([]);
    const [, secret = ''] = /generic social-publishing([\s\S]*?)```/.exec(text('deploy/README.md')) ?? [];
    const names = [...secret.matchAll(/--from-literal=([A-Z_0-9]+)=/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !isVariable(name))).to.deep.equal([]);
    const given: Readonly<Record<string, string>> = {
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      DATABASE_URL: 'postgres://a',
      EVENTSTORE_URL: 'esdb://a:2113',
      REDIS_URL: 'redis://a',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const values = Object.fromEntries(names.map((name) => [name, given[name]]));
    for (const role of ['api', 'projector', 'processes'])
      expect(configFrom({ ...literals, ...values }, ['--role', role])).to.include({ role, testMode: false });
  });

  it('have a set, a budget and a service for each role, which select its pods', () => {
    for (const role of roles.filter((name) => name !== 'all')) {
      const of = manifests.filter(({ metadata }) => metadata.name === role);
      expect(of.map(({ kind }) => kind).sort()).to.deep.equal(['PodDisruptionBudget', 'Service', 'StatefulSet']);
      for (const { spec } of of) expect(spec.selector.role ?? spec.selector.matchLabels?.role).to.equal(role);
      const template = of.find(({ kind }) => kind === 'StatefulSet')?.spec.template;
      expect(template?.metadata.labels.role).to.equal(role);
      const [container] = template?.spec.containers ?? [];
      expect(container?.args).to.deep.equal(['--role', role]);
      expect(container?.ports).to.deep.equal([{ name: 'http', containerPort: configFrom({}).port }]);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        expect(container?.[probe].httpGet.port).to.equal('http');
        expect(probes).to.include(container?.[probe].httpGet.path);
      }
      // The readiness of a role whose store is away must not end its process.
      expect(container?.livenessProbe.httpGet.path).to.equal('/v1/health');
      expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).to.deep.equal(['/data', '/tmp']);
      const [map, secret] = container?.envFrom ?? [];
      expect(map?.['configMapRef']?.name).to.equal(kustomization.configMapGenerator[0]?.name);
      expect(secret?.['secretRef']?.name).to.equal('social-publishing');
    }
  });
});
