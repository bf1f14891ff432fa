// Jolt's questions about one pair of convex shapes, for callers in C.
//
// Its C bindings know worlds and bodies only. So this goes to the same headers as its own narrow phase does:
// GJKClosestPoint and EPAPenetrationDepth for a question, CollisionDispatch and ManifoldBetweenTwoFaces for
// a manifold. All poses are those of centres of mass.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/RegisterTypes.h>

namespace {

using namespace JPH;

using Mode = ConvexShape::ESupportMode;
using Status = EPAPenetrationDepth::EStatus;

const Vec3 cNoScale = Vec3::sReplicate(1.0f);

// Points further apart than this are left out of a manifold, as in Box2D and Box3D.
constexpr float cPrediction = 0.02f;

// A shape with its support function; made anew for every question, as Jolt does.
struct Supported {
	Supported(const ConvexShape &shape, Mode mode) : function(shape.GetSupportFunction(mode, buffer, cNoScale)) { }

	float Radius() const { return function->GetConvexRadius(); }

	ConvexShape::SupportBuffer buffer;
	const ConvexShape::Support *function;
};

// Two shapes in the space of the first.
struct Couple {
	Couple(const ConvexShape &shape_a, const ConvexShape &shape_b, Mat44Arg b_to_a, Mode mode) :
		a(shape_a, mode), b(shape_b, mode), placed_b(b_to_a, *b.function) { }

	Supported a, b;
	TransformedConvexObject<ConvexShape::Support> placed_b;
};

Vec3 Load(const float *xyz) { return Vec3(xyz[0], xyz[1], xyz[2]); }

void Store(Vec3Arg vector, float *xyz) {
	xyz[0] = vector.GetX();
	xyz[1] = vector.GetY();
	xyz[2] = vector.GetZ();
}

// GJK must not begin with zero.
Vec3 Begin(Vec3Arg axis, Vec3Arg otherwise) {
	if (!axis.IsNearZero())
		return axis;
	return otherwise.IsNearZero() ? Vec3::sAxisX() : otherwise;
}

const ConvexShape *Keep(ConvexShape *shape) {
	shape->AddRef(); // for as long as the program runs
	return shape;
}

class Deepest final : public CollideShapeCollector {
public:
	void AddHit(const CollideShapeResult &hit) override {
		if (hit.mPenetrationDepth <= depth)
			return;
		ContactPoints on_a, on_b;
		ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, cPrediction * cPrediction,
			hit.mShape1Face, hit.mShape2Face, on_a, on_b JPH_IF_DEBUG_RENDERER(, RVec3::sZero()));
		depth = hit.mPenetrationDepth;
		axis = hit.mPenetrationAxis;
		points = int(on_a.size());
	}

	float depth = -FLT_MAX;
	Vec3 axis = Vec3::sAxisX();
	int points = 0;
};

} // namespace

extern "C" {

struct JoltPose {
	float position[3];
	float rotation[4];

	Quat Rotation() const { return Quat(rotation[0], rotation[1], rotation[2], rotation[3]); }
	Mat44 Matrix() const { return Mat44::sRotationTranslation(Rotation(), Load(position)); }
	Mat44 SeenFrom(const JoltPose &other) const { return other.Matrix().InversedRotationTranslation() * Matrix(); }
};

struct JoltContact {
	float depth; // minus the distance where they do not meet
	float normal[3]; // in the world
	int points; // none if they are apart
};

void jolt_begin() {
	RegisterDefaultAllocator();
	Factory::sInstance = new Factory();
	RegisterTypes();
}

const ConvexShape *jolt_sphere(float radius) { return Keep(new SphereShape(radius)); }

// Sharp, where Jolt would round the edges by default.
const ConvexShape *jolt_box(const float *half_size) { return Keep(new BoxShape(Load(half_size), 0.0f)); }

const ConvexShape *jolt_capsule(float half_length, float radius) { return Keep(new CapsuleShape(half_length, radius)); }

// Null if Jolt would drop some of the points. Gives the centre of mass.
const ConvexShape *jolt_hull(const float *xyz, int count, float *center) {
	Array<Vec3> vertices;
	for (int i = 0; i < count; ++i)
		vertices.push_back(Load(xyz + 3 * i));
	ConvexHullShapeSettings settings(vertices, 0.0f);
	settings.mHullTolerance = 1.0e-5f;
	Shape::ShapeResult made = settings.Create();
	if (made.HasError())
		return nullptr;
	auto *hull = static_cast<ConvexHullShape *>(made.Get().GetPtr());
	if (int(hull->GetNumPoints()) != count)
		return nullptr;
	Store(hull->GetCenterOfMass(), center);
	return Keep(hull);
}

bool jolt_intersects(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b) {
	Mat44 b_to_a = pose_b->SeenFrom(*pose_a);
	Couple couple(*a, *b, b_to_a, Mode::ExcludeConvexRadius);
	Vec3 axis = Begin(b_to_a.GetTranslation(), Vec3::sAxisX());
	float radius = couple.a.Radius() + couple.b.Radius();
	GJKClosestPoint gjk;
	if (radius == 0.0f)
		return gjk.Intersects(*couple.a.function, couple.placed_b, cDefaultCollisionTolerance, axis);
	Vec3 on_a, on_b;
	float limit = Square(radius);
	return gjk.GetClosestPoints(*couple.a.function, couple.placed_b, cDefaultCollisionTolerance, limit, axis, on_a, on_b) <= limit;
}

// Begins with the axis and leaves the last one there, of no use if it is zero. The points are in the space
// of a.
float jolt_closest_points(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b, float *axis_io, float *points) {
	Mat44 b_to_a = pose_b->SeenFrom(*pose_a);
	Couple couple(*a, *b, b_to_a, Mode::ExcludeConvexRadius);
	Vec3 axis = Begin(Load(axis_io), b_to_a.GetTranslation());
	GJKClosestPoint gjk;
	Vec3 on_a, on_b;
	float square = gjk.GetClosestPoints(*couple.a.function, couple.placed_b, cDefaultCollisionTolerance, FLT_MAX, axis, on_a, on_b);
	Store(axis, axis_io);
	float cores = sqrt(square);
	float distance = cores - couple.a.Radius() - couple.b.Radius();
	if (distance <= 0.0f)
		return 0.0f;
	Vec3 normal = axis / cores;
	Store(on_a + couple.a.Radius() * normal, points);
	Store(on_b - couple.b.Radius() * normal, points + 3);
	return distance;
}

void jolt_contact(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b, JoltContact *found) {
	Mat44 b_to_a = pose_b->SeenFrom(*pose_a);
	Vec3 axis = Begin(b_to_a.GetTranslation(), Vec3::sAxisX()), on_a, on_b;
	EPAPenetrationDepth epa;
	found->points = 0;
	Status status;
	{
		Couple cores(*a, *b, b_to_a, Mode::ExcludeConvexRadius);
		status = epa.GetPenetrationDepthStepGJK(*cores.a.function, cores.a.Radius(), cores.placed_b, cores.b.Radius(), cDefaultCollisionTolerance, axis, on_a, on_b);
	}
	if (status == Status::NotColliding)
		return;
	if (status == Status::Indeterminate) {
		Couple whole(*a, *b, b_to_a, Mode::IncludeConvexRadius);
		if (!epa.GetPenetrationDepthStepEPA(*whole.a.function, whole.placed_b, cDefaultPenetrationTolerance, axis, on_a, on_b))
			return;
	}
	found->points = 1;
	found->depth = (on_a - on_b).Length();
	Store(pose_a->Rotation() * axis.NormalizedOr(Vec3::sAxisX()), found->normal);
}

// All that Jolt does for a pair of bodies. As there, the origin is moved to the first one.
void jolt_manifold(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b, JoltContact *found) {
	CollideShapeSettings settings;
	settings.mMaxSeparationDistance = cPrediction;
	settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
	Mat44 place_a = Mat44::sRotation(pose_a->Rotation());
	Mat44 place_b = Mat44::sRotationTranslation(pose_b->Rotation(), Load(pose_b->position) - Load(pose_a->position));
	Deepest deepest;
	CollisionDispatch::sCollideShapeVsShape(a, b, cNoScale, cNoScale, place_a, place_b, SubShapeIDCreator(), SubShapeIDCreator(), settings, deepest);
	found->points = deepest.points;
	found->depth = deepest.depth;
	Store(deepest.axis.NormalizedOr(Vec3::sAxisX()), found->normal);
}

} // extern "C"
